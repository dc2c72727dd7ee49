// `neardup pairs`: every pair of near-duplicates, `id1 id2 distance similarity`, ordered by the places of the
// documents in the input. From ready fingerprints there is no text to compare: similarity is `-`.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <map>
#include <memory>

#include "cli/commands.h"
#include "cli/fingerprint_list.h"
#include "cli/json_text.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/pair_lines.h"
#include "cli/run.h"
#include "neardup/join/self_join.h"
#include "neardup/util/error.h"
#include "neardup/util/process_memory.h"

namespace neardup::cli {

namespace {

constexpr std::uint64_t kMostEqualLines = 100'000'000;

struct Options {
  std::string fingerprints;
  int distance = 3;
  EqualPairs equal = EqualPairs::all;
  OutputFormat format = OutputFormat::tsv;
  int threads = 0;
  bool check = false;
  bool quiet = false;
  bool stats = false;
};

NearPairs join(const FingerprintList& list, const Options& options) {
  const JoinOptions join_options{.max_distance = options.distance, .threads = options.threads};
  return list.is_wide() ? find_near_pairs(list.wide_words(), join_options)
                        : find_near_pairs(list.words(), join_options);
}

/// A million copies of one text make 5 * 10^11 pairs: nobody wants those lines.
void refuse_too_many_lines(const NearPairs& pairs, EqualPairs equal) {
  const std::uint64_t from_equal = pairs.count(equal) - pairs.count(EqualPairs::star);
  if (from_equal <= kMostEqualLines) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("pairs: equal fingerprints alone would make {} lines; --equal star gives one line "
                          "for each copy",
                          from_equal));
}

void print_stats(const FingerprintList& list, const JoinStats& stats, std::uint64_t lines, double seconds) {
  const auto whole = [](std::uint64_t number) { return static_cast<std::int64_t>(number); };
  JsonLine line;
  line.text("plan", stats.plan)
      .integer("fingerprints", whole(list.size()))
      .integer("without_fingerprint", whole(list.without_fingerprint()))
      .integer("copies", whole(stats.copies))
      .integer("pairs_of_values", whole(stats.value_pairs))
      .integer("candidates", whole(stats.candidates))
      .integer("oversized_buckets", whole(stats.oversized_buckets))
      .integer("lines", whole(lines))
      .number("seconds", seconds)
      .integer("peak_memory_bytes", whole(peak_memory_bytes()));
  std::fputs(line.line().c_str(), stderr);
}

int run_pairs(const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  ProblemReport problems(options.quiet);
  const FingerprintList list = FingerprintList::read(options.fingerprints, problems);
  list.warn_about_equal_ids(options.fingerprints, problems);
  const NearPairs pairs = join(list, options);
  refuse_too_many_lines(pairs, options.equal);
  PairLines lines(list, options.format);
  pairs.for_each(options.equal, [&lines](const NearPair& pair) { lines.add(pair); });
  lines.flush();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  if (options.stats) print_stats(list, pairs.stats(), lines.lines(), elapsed.count());
  if (problems.errors() > 0) return exit_error;
  return options.check && lines.lines() > 0 ? exit_different : exit_done;
}

void add_output_options(CLI::App& command, Options& options) {
  static const std::map<std::string, OutputFormat> formats = {{"tsv", OutputFormat::tsv},
                                                              {"jsonl", OutputFormat::jsonl}};
  static const std::map<std::string, EqualPairs> equal = {{"star", EqualPairs::star},
                                                          {"all", EqualPairs::all}};
  command
      .add_option("--equal", options.equal,
                  "Equal fingerprints: all pairs (default), or star: each copy with the first of its kind")
      ->type_name("star|all")
      ->transform(CLI::CheckedTransformer(equal).description(""));
  command.add_option("--format", options.format, "Output: tsv or jsonl")
      ->type_name("FORMAT")
      ->transform(CLI::CheckedTransformer(formats).description(""));
  command.add_flag("--check", options.check, "Exit code 1 when there are pairs");
  command.add_flag("-q,--quiet", options.quiet, "No warnings");
  command.add_flag("--stats", options.stats, "Print plan, counts, time and memory as JSON on standard error");
}

}  // namespace

Action add_pairs_command(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App& command = *app.add_subcommand("pairs", "Print every pair of near-duplicates");
  command
      .add_option("--fingerprints", options->fingerprints,
                  "Ready fingerprints: `id TAB hex` lines (.gz and .zst too, - is standard input), or "
                  "little-endian words in a file named *.u64")
      ->type_name("FILE")
      ->required();
  command.add_option("-k,--distance", options->distance, "Pairs that differ in at most so many bits")
      ->type_name("K")
      ->check(CLI::Range(0, 32).description(""))
      ->capture_default_str();
  command.add_option("-j,--threads", options->threads, "Threads (default: all cores)")
      ->type_name("N")
      ->check(CLI::Range(1, 1024).description(""));
  add_output_options(command, *options);
  return [options] { return run_pairs(*options); };
}

}  // namespace neardup::cli
