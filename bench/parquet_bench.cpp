// The whole command `neardup dedup`, Parquet to clean Parquet, beside the same rows from JSONL to clean JSONL.
//
//   bar: english: dedup of Parquet against JSONL, speed by the clock: 0.85x (at least 0.7x) reached
//
// Both must keep the same number of documents before any time counts. NEARDUP_BENCH_FOLDER keeps the corpora.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "bench/command_run.h"
#include "bench/planted_words.h"
#include "bench/text_corpus.h"
#include "neardup/corpus/convert/row_sink.h"

namespace neardup::internal::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDocuments = 150'000;

struct Files {
  std::string lines;
  std::string rows;
};

/// Writes the same documents as JSONL and as Parquet, unless a run before has.
void write_corpus(const Files& files, Language language) {
  if (fs::exists(files.rows) && fs::exists(files.lines)) return;
  TextCorpus maker({.language = language});
  std::ofstream lines(files.lines, std::ios::binary);
  std::ofstream rows(files.rows + ".part", std::ios::binary);
  const auto sink =
      make_row_sink({.kind = OutputKind::parquet, .columns = {{.name = "id"}, {.name = "text"}}},
                    [&rows](std::string_view bytes) { rows << bytes; });
  for (std::size_t i = 0; i < kDocuments; ++i) {
    const std::string line = maker.lines(1);
    lines << line;
    sink->add(std::string_view(line).substr(0, line.size() - 1));
  }
  sink->finish();
  if (!lines.flush() || !rows.flush()) fail("cannot write the corpus");
  fs::rename(files.rows + ".part", files.rows);
}

/// `neardup dedup` of one file into another of its kind.
Measured dedup(const CorpusFolder& folder, const std::string& corpus, const std::string& clean) {
  fs::remove(clean);
  const std::string stats = folder.file("stats.json");
  Measured measured;
  measured.seconds = seconds_of([&] {
    run_command(
        fmt::format("'{}' dedup '{}' -o '{}' --stats 2> '{}'", NEARDUP_COMMAND, corpus, clean, stats));
    return 0;
  });
  measured.stats = read_all(stats);
  return measured;
}

bool measure_language(const CorpusFolder& folder, Language language) {
  const std::string name = language == Language::english ? "english" : "chinese";
  const Files files{folder.file(name + "_rows.jsonl"), folder.file(name + ".parquet")};
  write_corpus(files, language);
  const Files clean{folder.file("clean.jsonl"), folder.file("clean.parquet")};
  const double kept = number_of(dedup(folder, files.lines, clean.lines).stats, "kept");
  if (kept != number_of(dedup(folder, files.rows, clean.rows).stats, "kept"))
    fail("Parquet and JSONL keep different documents");
  const Timing timing = alternate(
      5, [&] { return dedup(folder, files.rows, clean.rows).seconds; },
      [&] { return dedup(folder, files.lines, clean.lines).seconds; });
  fmt::print("{}: Parquet {:.2f} s, JSONL {:.2f} s\n", name, timing.ours, timing.baseline);
  return report_at_least(name + ": dedup of Parquet against JSONL, speed by the clock", timing, 0.7);
}

}  // namespace
}  // namespace neardup::internal::bench

int main() {
  using namespace neardup::internal::bench;
  const CorpusFolder folder;
  const bool english = measure_language(folder, Language::english);
  const bool chinese = measure_language(folder, Language::chinese);
  return english && chinese ? 0 : 1;
}
