// `neardup dedup` on corpora in which very many documents look alike, beside corpora of the same size in
// which none do: the whole command, from JSONL to clean JSONL.
//
//   dense_clusters_bench [MOST]           against unrelated documents; MOST documents, a million unless given
//   dense_clusters_bench --growth [MOST]  near-equal documents from MOST / 64 to MOST, time and memory
//   dense_clusters_bench --verify [MOST]  the same with --verify, texts of 1 KB, MOST is 20,000 unless given
//   dense_clusters_bench --components [MOST]  the same with --link components
//   dense_clusters_bench --pairs [MOST]   memory of `neardup pairs`, which streams; MOST is 16,000 unless given
//
// How many documents stay is checked before any time counts. NEARDUP_BENCH_FOLDER keeps the corpora for the
// next run.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "bench/command_run.h"
#include "bench/dense_corpus.h"

namespace neardup::internal::bench {
namespace {

struct DenseFile {
  std::string path;
  std::size_t documents = 0;
  std::size_t clusters = 0;
};

DenseFile write_corpus(const CorpusFolder& folder, const std::string& name, DenseCorpusOptions options) {
  DenseCorpus corpus(options);
  const DenseFile file{folder.file(fmt::format("{}-{}.jsonl", name, options.documents)), options.documents,
                       corpus.clusters()};
  if (fs::exists(file.path)) return file;
  std::ofstream out(file.path + ".part", std::ios::binary);
  for (std::size_t i = 0; i < options.documents; ++i) out << corpus.line();
  if (!out.flush()) fail("cannot write " + file.path);
  fs::rename(file.path + ".part", file.path);
  return file;
}

/// The least and the greatest number of documents that may stay.
struct Expected {
  std::size_t least = 0;
  std::size_t most = 0;
};

Measured dedup(const CorpusFolder& folder, const DenseFile& file, const std::string& rule, Expected kept) {
  Measured measured = run_dedup(folder, file.path, rule);
  const auto stay = static_cast<std::size_t>(number_of(measured.stats, "kept"));
  if (number_of(measured.stats, "documents") != static_cast<double>(file.documents))
    fail("documents are missing");
  if (stay < kept.least || stay > kept.most)
    fail(fmt::format("{} {}: {} documents stay, expected {} to {}", file.path, rule, stay, kept.least,
                     kept.most));
  return measured;
}

struct Comparison {
  DenseFile dense;
  DenseFile unrelated;
  std::string rule;
  Expected kept;  // of the dense corpus
  double most_time = 0;
  double most_memory = 0;  // 0: no bar
};

bool compare(const CorpusFolder& folder, const std::string& name, const Comparison& what) {
  Measured dense;
  Measured unrelated;
  const Expected nearly_all{what.unrelated.documents * 99 / 100, what.unrelated.documents};
  const Timing timing = alternate(
      3,
      [&] {
        const Measured run = dedup(folder, what.dense, what.rule, what.kept);
        dense.memory = std::max(dense.memory, run.memory);
        return run.seconds;
      },
      [&] {
        const Measured run = dedup(folder, what.unrelated, what.rule, nearly_all);
        unrelated.memory = std::max(unrelated.memory, run.memory);
        return run.seconds;
      });
  fmt::print("{} {}: {:.2f} s, {:.0f} MB; unrelated {:.2f} s, {:.0f} MB\n", name, what.rule, timing.ours,
             dense.memory / 1e6, timing.baseline, unrelated.memory / 1e6);
  bool reached = report_at_most(fmt::format("{} {}", name, what.rule), timing, what.most_time);
  if (what.most_memory > 0) {
    const double ratio = dense.memory / unrelated.memory;
    const bool is_small = ratio <= what.most_memory;
    fmt::print("bar: {} {}: {:.3g}x the memory (at most {:g}x) {}\n", name, what.rule, ratio,
               what.most_memory, is_small ? "reached" : "MISSED");
    reached = reached && is_small;
  }
  return reached;
}

bool compare_all(const CorpusFolder& folder, std::size_t most) {
  const auto corpus = [&](const std::string& name, DenseCorpusOptions options) {
    return write_corpus(folder, name, options);
  };
  const std::size_t tenth = most / 10;
  const std::size_t fortieth = most / 40;
  const DenseFile unrelated = corpus("unrelated", {.documents = most});
  const DenseFile near_equal = corpus("near_equal", {.likeness = Likeness::near_equal, .documents = most});
  const DenseFile zipf = corpus("zipf", {.likeness = Likeness::zipf, .documents = most, .largest = tenth});
  const DenseFile half = corpus("half_shared", {.likeness = Likeness::framed, .documents = tenth});
  const DenseFile few = corpus("unrelated", {.documents = tenth});
  const DenseFile fewer = corpus("unrelated", {.documents = fortieth});
  const auto framed = [&](int percent) {
    return corpus(fmt::format("frame_{}", percent),
                  {.likeness = Likeness::framed, .documents = fortieth, .frame = percent / 100.0});
  };
  bool reached = true;
  const auto run = [&](const std::string& name, const Comparison& what) {
    reached = compare(folder, name, what) && reached;
  };
  run("near-equal", {near_equal, unrelated, "--similarity 0.8", {1, 1}, 3, 1.3});
  run("near-equal", {near_equal, unrelated, "--distance 8", {1, most / 100}, 3, 1.3});
  run("zipf", {zipf, unrelated, "--similarity 0.8", {zipf.clusters, zipf.clusters + 10}, 2});
  run("zipf", {zipf, unrelated, "--distance 8", {zipf.clusters, most / 4}, 2});
  run("half shared", {half, few, "--similarity 0.8", {tenth, tenth}, 5});
  run("half shared", {half, few, "--distance 8", {tenth / 2, tenth}, 5});
  run("frame of 45 %", {framed(45), fewer, "--similarity 0.3", {fortieth / 2, fortieth}, 5});
  run("frame of 50 %", {framed(50), fewer, "--similarity 0.3", {1, fortieth / 100}, 5});
  return reached;
}

/// The documents of each step come from one corpus, so that the smaller one is the beginning of the larger.
bool measure_growth(const CorpusFolder& folder, const std::vector<std::string>& rules,
                    DenseCorpusOptions options, std::size_t most, std::size_t steps) {
  bool reached = true;
  for (const std::string& rule : rules) {
    Measured before;
    for (std::size_t size = most >> steps; size <= most; size *= 2) {
      options.documents = size;
      const DenseFile file = write_corpus(folder, fmt::format("growth_{}", options.words), options);
      const Expected kept{1, std::max<std::size_t>(size / 50, 400)};
      Measured measured = dedup(folder, file, rule, kept);
      const int repeats = measured.seconds < 1 ? 8 : 2;  // short runs vary more
      for (int again = 0; again < repeats; ++again)
        measured.seconds = std::min(measured.seconds, dedup(folder, file, rule, kept).seconds);
      fmt::print("{} near-equal documents {}: {:.2f} s, {:.0f} MB\n", size, rule, measured.seconds,
                 measured.memory / 1e6);
      if (before.seconds > 0) {
        reached &= report_at_most(fmt::format("{}, {} documents against half", rule, size),
                                  {measured.seconds, before.seconds}, 2.3);
        reached &= measured.memory <= 2.3 * before.memory;
      }
      before = measured;
    }
  }
  return reached;
}

/// `neardup pairs` on near-equal documents: the number of lines grows with the square, the memory must not.
bool measure_pairs(const CorpusFolder& folder, DenseCorpusOptions options, std::size_t most) {
  bool reached = true;
  for (const std::string rule : {"--similarity 0.8", "--distance 16"}) {
    double before = 0;
    for (const std::size_t size : {most / 2, most}) {
      options.documents = size;
      const DenseFile file = write_corpus(folder, fmt::format("growth_{}", options.words), options);
      const std::string stats_file = folder.file("stats.json");
      const std::string lines_file = folder.file("lines.txt");
      const double seconds = seconds_of([&] {
        run_command(fmt::format("'{}' pairs '{}' {} --stats 2> '{}' | wc -l > '{}'", NEARDUP_COMMAND,
                                file.path, rule, stats_file, lines_file));
        return 0;
      });
      const std::string stats = read_all(stats_file);
      const double lines = number_of(stats, "lines");
      const double all = static_cast<double>(size) * static_cast<double>(size - 1) / 2;
      if (std::stod(read_all(lines_file)) != lines || lines > all || lines < 0.9 * all)
        fail(fmt::format("{} {}: {} lines of {} pairs", file.path, rule, lines, all));
      const double memory = number_of(stats, "peak_memory_bytes");
      fmt::print("pairs of {} near-equal documents {}: {:.0f} lines, {:.2f} s, {:.0f} MB\n", size, rule,
                 lines, seconds, memory / 1e6);
      if (before > 0) {
        const bool is_small = memory <= 1.3 * before;
        fmt::print("bar: pairs {}, memory of {} documents against half: {:.3g}x (at most 1.3x) {}\n", rule,
                   size, memory / before, is_small ? "reached" : "MISSED");
        reached = reached && is_small;
      }
      before = memory;
    }
  }
  return reached;
}

int run(const std::vector<std::string>& arguments) {
  const CorpusFolder folder;
  const std::string mode = !arguments.empty() && arguments[0].starts_with("--") ? arguments[0] : "";
  const std::size_t given = mode.empty() ? 0 : 1;
  const auto most = [&](std::size_t standard) {
    return arguments.size() > given ? std::stoul(arguments[given]) : standard;
  };
  const DenseCorpusOptions near_equal{.likeness = Likeness::near_equal};
  if (mode == "--growth") {
    const std::vector<std::string> rules = {"--similarity 0.8", "--distance 8"};
    return measure_growth(folder, rules, near_equal, most(1'000'000), 6) ? 0 : 1;
  }
  if (mode == "--components") {
    const std::vector<std::string> rules = {"--similarity 0.8 --link components",
                                            "--distance 8 --link components"};
    return measure_growth(folder, rules, near_equal, most(1'000'000), 6) ? 0 : 1;
  }
  if (mode == "--pairs") return measure_pairs(folder, near_equal, most(16'000)) ? 0 : 1;
  if (mode == "--verify") {
    DenseCorpusOptions texts = near_equal;
    texts.words = 160;  // 1 KB
    const std::vector<std::string> rules = {"--distance 10 --verify edit:0.9",
                                            "--distance 10 --verify cosine:0.9"};
    return measure_growth(folder, rules, texts, most(20'000), 3) ? 0 : 1;
  }
  return compare_all(folder, most(1'000'000)) ? 0 : 1;
}

}  // namespace
}  // namespace neardup::internal::bench

int main(int argc, char** argv) { return neardup::internal::bench::run({argv + 1, argv + argc}); }
