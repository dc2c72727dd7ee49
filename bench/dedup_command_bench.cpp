// The whole command `neardup dedup`, from JSONL to clean JSONL, on generated corpora.
//
//   dedup_command_bench                       throughput, English and Chinese, beside `neardup fingerprint`
//   dedup_command_bench --growth RULE [MOST]  time and memory from MOST / 128 to MOST documents (10 million)
//   dedup_command_bench --seen                `neardup seen` of a whole file into a new collection, beside `dedup`
//
// RULE is distance or similarity. NEARDUP_BENCH_FOLDER keeps the corpora for the next run. What the summary
// counts is checked against what was planted before any time counts.
#include <fmt/format.h>
#include <sys/resource.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "bench/command_run.h"
#include "bench/planted_words.h"
#include "bench/text_corpus.h"

namespace neardup::internal::bench {
namespace {

namespace fs = std::filesystem;

struct CorpusFile {
  std::string path;
  std::size_t documents = 0;
};

/// Writes the corpus unless a run before has, and beside it what it must give at least.
void write_corpus(const CorpusFile& corpus, const TextCorpusOptions& options) {
  if (fs::exists(corpus.path + ".planted")) return;
  TextCorpus maker(options);
  std::ofstream file(corpus.path, std::ios::binary);
  constexpr std::size_t kStep = 1000;
  for (std::size_t left = corpus.documents; left > 0; left -= std::min(left, kStep))
    file << maker.lines(std::min(left, kStep));
  if (!file.flush()) fail("cannot write " + corpus.path);
  std::ofstream(corpus.path + ".planted") << maker.planted().exact + maker.planted().near;
}

Measured dedup(const CorpusFolder& folder, const CorpusFile& corpus, const std::string& rule) {
  Measured measured = run_dedup(folder, corpus.path, rule);
  const std::string& stats = measured.stats;
  const double removed = number_of(stats, "exact") + number_of(stats, "near");
  const double planted = std::stod(read_all(corpus.path + ".planted"));
  if (number_of(stats, "documents") != static_cast<double>(corpus.documents)) fail("documents are missing");
  if (number_of(stats, "kept") + removed != static_cast<double>(corpus.documents)) fail("it does not add up");
  const double least = rule.starts_with("--distance") ? 0.7 : 0.9;  // small edits of short texts are far
  if (removed < least * planted || removed > 0.3 * static_cast<double>(corpus.documents))
    fail(fmt::format("{} documents removed where {} copies were planted", removed, planted));
  return measured;
}

double fingerprint(const CorpusFolder& folder, const CorpusFile& corpus) {
  fs::remove(folder.file("prints.tsv"));
  return seconds_of([&] {
    run_command(
        fmt::format("'{}' fingerprint '{}' > '{}'", NEARDUP_COMMAND, corpus.path, folder.file("prints.tsv")));
    return 0;
  });
}

double unpack(const CorpusFile& corpus) {
  return seconds_of([&] {
    run_command(fmt::format("zstd -dcq '{0}.zst' | wc -l > /dev/null", corpus.path));
    return 0;
  });
}

bool measure_language(const CorpusFolder& folder, Language language) {
  const std::string name = language == Language::english ? "english" : "chinese";
  const CorpusFile corpus{folder.file(name + ".jsonl"), 150'000};
  write_corpus(corpus, {.language = language});
  run_command(fmt::format("zstd -qf '{0}' -o '{0}.zst'", corpus.path));
  const double megabytes = static_cast<double>(fs::file_size(corpus.path)) / 1e6;
  const auto ours = [&] { return dedup(folder, corpus, "--similarity 0.8").seconds; };
  const Timing timing = alternate(9, ours, [&] { return fingerprint(folder, corpus); });
  const Timing unpacking = alternate(3, ours, [&] { return unpack(corpus); });
  fmt::print("{}: {:.0f} MB, dedup {:.0f} MB/s, fingerprint {:.0f} MB/s, zstd -dc | wc -l {:.0f} MB/s\n",
             name, megabytes, megabytes / timing.ours, megabytes / timing.baseline,
             megabytes / unpacking.baseline);
  report_ratio(name + ": dedup --similarity 0.8 against zstd -dc | wc -l", unpacking);
  return report_at_least(name + ": dedup --similarity 0.8, throughput against fingerprint", timing, 0.4);
}

/// CPU time of all commands so far.
double command_seconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// `neardup seen` of the corpus into a new collection. Must remove about what `dedup` removes: it compares with
/// kept documents only.
double seen(const CorpusFolder& folder, const CorpusFile& corpus, const std::string& rule, double removed) {
  fs::remove_all(folder.file("seen"));
  const std::string stats_file = folder.file("seen.json");
  const double seconds = seconds_of([&] {
    run_command(fmt::format("'{}' seen '{}' '{}' {} --stats > '{}' 2> '{}'", NEARDUP_COMMAND,
                            folder.file("seen"), corpus.path, rule, folder.file("seen.tsv"), stats_file));
    return 0;
  });
  const std::string stats = read_all(stats_file);
  const double found = number_of(stats, "duplicates") + number_of(stats, "exact_copies");
  if (number_of(stats, "documents") != static_cast<double>(corpus.documents)) fail("documents are missing");
  if (std::abs(found - removed) > 0.01 * removed)
    fail(fmt::format("{} documents seen before where dedup removes {}", found, removed));
  return seconds;
}

bool measure_seen(const CorpusFolder& folder) {
  const CorpusFile corpus{folder.file("english.jsonl"), 150'000};
  write_corpus(corpus, {.language = Language::english});
  bool reached = true;
  for (const std::string rule : {"--similarity 0.8", "--distance 3"}) {
    const std::string stats = run_dedup(folder, corpus.path, rule).stats;
    const double removed = number_of(stats, "exact") + number_of(stats, "near");
    std::vector<double> our_work;
    std::vector<double> dedup_work;
    const auto with_work = [](std::vector<double>& work, const auto& run) {
      const double before = command_seconds();
      const double seconds = run();
      work.push_back(command_seconds() - before);
      return seconds;
    };
    const Timing clock = alternate(
        5, [&] { return with_work(our_work, [&] { return seen(folder, corpus, rule, removed); }); },
        [&] { return with_work(dedup_work, [&] { return run_dedup(folder, corpus.path, rule).seconds; }); });
    const Timing work{internal::median(our_work), internal::median(dedup_work)};
    fmt::print("{}: seen {:.2f} s, {:.2f} s of CPU; dedup {:.2f} s, {:.2f} s of CPU\n", rule, clock.ours,
               work.ours, clock.baseline, work.baseline);
    reached &= report_at_least(rule + ": seen of a whole file against dedup, speed by the clock", clock, 0.6);
    reached &= report_at_least(rule + ": the same, CPU time of all threads", work, 0.6);
  }
  return reached;
}

bool report_memory(const std::string& rule, const Measured& measured, double most) {
  const bool reached = measured.memory <= most * 1e9;
  fmt::print("bar: {}: peak memory {:.2f} GB (at most {:g} GB) {}\n", rule, measured.memory / 1e9, most,
             reached ? "reached" : "MISSED");
  return reached;
}

bool measure_growth(const CorpusFolder& folder, const std::string& rule, std::size_t most) {
  const std::string option = rule == "distance" ? "--distance 3" : "--similarity 0.8";
  bool reached = true;
  double before = 0;
  Measured measured;
  for (std::size_t size = most / 128; size <= most; size *= 2) {
    const CorpusFile corpus{folder.file(fmt::format("growth-{}.jsonl", size)), size};
    write_corpus(corpus, {.median_words = 30});
    measured = dedup(folder, corpus, option);
    for (int again = 0; again < 2 && measured.seconds < 20; ++again)
      measured.seconds = std::min(measured.seconds, dedup(folder, corpus, option).seconds);
    fmt::print("{} {} documents: {:.2f} s, {:.0f} MB\n", size, option, measured.seconds,
               measured.memory / 1e6);
    if (before > 0)
      reached &= report_at_most(fmt::format("{}, {} documents against half", option, size),
                                {measured.seconds, before}, 2.3);
    before = measured.seconds;
  }
  return report_memory(option, measured, rule == "distance" ? 1 : 2) && reached;
}

int run(const std::vector<std::string>& arguments) {
  const CorpusFolder folder;
  if (arguments.size() >= 2 && arguments[0] == "--growth") {
    const std::size_t most = arguments.size() > 2 ? std::stoul(arguments[2]) : 10'000'000;
    return measure_growth(folder, arguments[1], most / 128 * 128) ? 0 : 1;
  }
  if (!arguments.empty() && arguments[0] == "--seen") return measure_seen(folder) ? 0 : 1;
  const bool english = measure_language(folder, Language::english);
  const bool chinese = measure_language(folder, Language::chinese);
  return english && chinese ? 0 : 1;
}

}  // namespace
}  // namespace neardup::internal::bench

int main(int argc, char** argv) { return neardup::internal::bench::run({argv + 1, argv + argc}); }
