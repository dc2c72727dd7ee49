// `neardup pairs`: prints a line `id1 id2 distance similarity` for every pair of near-duplicates,
// ordered by the positions of the documents in the input. Precomputed fingerprints come without
// text, so their similarity is `-`.
#include <fmt/format.h>

#include <chrono>
#include <limits>
#include <map>
#include <memory>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/fingerprint_list.h"
#include "cli/options.h"
#include "cli/output_guard.h"
#include "cli/pair_lines.h"
#include "cli/resource_options.h"
#include "cli/rule_options.h"
#include "cli/run.h"
#include "cli/terminal/list_file.h"
#include "cli/terminal/output.h"
#include "neardup/corpus/convert/output_kind.h"
#include "neardup/corpus/json_text.h"
#include "neardup/dedup/find_pairs.h"
#include "neardup/join/hamming/near_pairs.h"
#include "neardup/util/error.h"
#include "neardup/util/process_memory.h"

namespace neardup::cli {

using namespace internal;

namespace {

constexpr std::uint64_t kMostHeld = std::uint64_t{1} << 24;  // pairs in memory at a time
constexpr int kDefaultDistance = 3;  // for precomputed fingerprints, whose recipe is unknown

struct Options {
  RecipeOptions recipe;
  bool recipe_is_given = false;
  InputOptions input;
  std::string fingerprints;
  RuleOptions rule;
  ResourceOptions resources;
  EqualPairs equal = EqualPairs::all;
  std::optional<OutputFormat> format;  // none: the name of the output decides
  std::string output = "-";
  bool header = false;
  PairOrder order = PairOrder::input;
  std::size_t top = 0;  // 0: all
  bool check = false;
  bool quiet = false;
  bool stats = false;
};

/// What --stats reports, both for documents and for precomputed fingerprints.
struct Outcome {
  JsonObject stats;
  std::uint64_t lines = 0;
};

/// Throws Error if copies alone make too many pairs.
void warn_about_many_lines(const CountLines& count, const Options& options, ProblemReport& problems) {
  const std::optional<std::string> warning = check_line_count(count, options.equal);
  if (warning && options.top == 0)
    problems.add({.severity = Problem::Severity::warning, .path = "pairs", .message = *warning});
}

/// Prints pairs, or the closest of them in order.
class Printer {
 public:
  Printer(PairLines::IdOf id_of, const Options& options)
      : options_(options),
        out_(options.output == "-" ? std::nullopt : std::optional<ListFile>(std::in_place, options.output)),
        lines_(
            std::move(id_of),
            {.format = options.format.value_or(format_of_name(options.output)), .has_header = options.header},
            [this](std::string_view lines) { write(lines); }) {
    if (options.order != PairOrder::input) closest_.emplace(options.order, options.top);
  }

  void add(const DocumentPair& pair) {
    if (closest_) return closest_->add(pair);
    if (options_.top > 0 && lines_.lines() == options_.top) throw Enough();
    lines_.add(pair);
  }
  /// Calls list(), which calls add(), until there are enough lines.
  template <typename List>
  void take(const List& list) {
    try {
      list();
    } catch (const Enough&) {  // the only way out of a join that lists pairs
    }
  }
  /// Returns the number of lines.
  std::uint64_t finish() {
    if (closest_) closest_->for_each([this](const DocumentPair& pair) { lines_.add(pair); });
    lines_.finish();
    if (out_) out_->commit();
    return lines_.lines();
  }

 private:
  struct Enough {};

  void write(std::string_view lines) {
    if (out_) {
      out_->write(lines);
    } else {
      print(lines);
    }
  }

  const Options& options_;
  std::optional<ListFile> out_;  // unless it is standard output
  PairLines lines_;
  std::optional<ClosestPairs> closest_;
};

JoinOptions join_options(const Options& options) {
  return {.max_distance = options.rule.distance.value_or(kDefaultDistance),
          .threads = options.input.threads,
          .max_pairs = kMostHeld};
}

NearPairs join(const FingerprintList& list, const Options& options) {
  return list.is_wide() ? find_near_pairs(list.wide_words(), join_options(options))
                        : find_near_pairs(list.words(), join_options(options));
}

PairStream stream(const FingerprintList& list, const NearPairs& pairs, const Options& options) {
  return list.is_wide() ? stream_near_pairs(list.wide_words(), pairs, join_options(options))
                        : stream_near_pairs(list.words(), pairs, join_options(options));
}

Outcome pairs_of_fingerprints(const Options& options, ProblemReport& problems) {
  const FingerprintList list = FingerprintList::read(options.fingerprints, problems);
  list.warn_about_equal_ids(options.fingerprints, problems);
  const NearPairs pairs = join(list, options);
  std::optional<PairStream> streamed;
  if (pairs.stats().overflowed) streamed.emplace(stream(list, pairs, options));
  warn_about_many_lines(
      [&](EqualPairs equal) { return streamed ? streamed->estimate(equal) : pairs.count(equal); }, options,
      problems);
  Printer printer([&list](std::uint32_t ordinal) { return list.plain_id(ordinal); }, options);
  const auto add = [&printer](std::uint32_t first, std::uint32_t second, int distance) {
    printer.add({.first = first, .second = second, .distance = distance});
  };
  printer.take([&] {
    if (streamed) {
      streamed->for_each(options.equal, [&](const ScoredPair& pair) {
        add(pair.first, pair.second, static_cast<int>(pair.score));
      });
    } else {
      pairs.for_each(options.equal,
                     [&](const NearPair& pair) { add(pair.first, pair.second, pair.distance); });
    }
  });
  Outcome outcome{.stats = {}, .lines = printer.finish()};
  outcome.stats.text("plan", pairs.stats().plan)
      .number("fingerprints", list.size())
      .number("without_fingerprint", list.without_fingerprint())
      .number("copies", pairs.stats().copies)
      .number("pairs_of_values", pairs.stats().value_pairs)
      .number("candidates", pairs.stats().candidates)
      .number("oversized_buckets", pairs.stats().oversized_buckets);
  return outcome;
}

Outcome pairs_of_documents(const Options& options, ProblemReport& problems) {
  RecipeOptions chosen = options.recipe;
  std::string about_code;
  if (!options.recipe_is_given && !options.rule.by_sentences)
    about_code = choose_recipe(chosen, options.input, problems);
  const Recipe recipe = options.rule.apply_to(chosen.resolve());
  FindOptions find = find_options(options.input, options.rule, recipe, problems);
  options.resources.apply_to(find);
  const FoundPairs pairs = find_pairs(options.input.inputs, find);
  warn_about_many_lines([&](EqualPairs equal) { return pairs.count(equal); }, options, problems);
  Printer printer([&](Ordinal document) { return pairs.id(document); }, options);
  printer.take(
      [&] { pairs.for_each(options.equal, [&printer](const DocumentPair& pair) { printer.add(pair); }); });
  const PairCounts& counts = pairs.counts();
  Outcome outcome{.stats = {}, .lines = printer.finish()};
  if (!options.quiet && !about_code.empty()) print_message(about_code);
  options.input.say_without_text(counts.without_text, "in no pair", options.quiet);
  outcome.stats.text("recipe", recipe.written())
      .text("rule", describe(pairs.rule()))
      .text("plan", pairs.plan())
      .number("documents", counts.documents)
      .number("without_fingerprint", counts.without_fingerprint)
      .number("without_text", counts.without_text)
      .number("candidates", counts.candidates)
      .number("text_bytes", counts.text_bytes);
  if (counts.documents > 0) outcome.stats.number("expected_recall", pairs.expected_recall());
  if (!options.rule.within.empty()) outcome.stats.number("within_values", counts.within_values);
  return outcome;
}

void refuse_contradictions(const Options& options) {
  const auto refuse = [](const char* message) { throw Error(ErrorCode::invalid_argument, message); };
  const bool from_text = !options.input.inputs.empty();
  if (from_text == !options.fingerprints.empty())
    refuse("pairs: give either INPUT... or --fingerprints FILE");
  if (!from_text && options.rule.needs_text())
    refuse(
        "pairs: --similarity, --exact, --shingle, --verify, --method, --within and --template need texts, "
        "and "
        "--fingerprints has none");
  const RecipeFiles& files = options.recipe.files;
  const bool has_files = !(files.idf + files.stop_words + files.user_dictionary).empty();
  if (!from_text && (options.recipe_is_given || has_files))
    refuse(
        "pairs: --fingerprints FILE has fingerprints already, so --recipe and its parts (--normalize, "
        "--tokens, "
        "--weights, --hash, --bits, --language, --idf, --stop-words, --user-dictionary) do not apply");
  const bool has_similarity = from_text && (!options.rule.distance || !options.rule.verify.empty());
  if (options.order == PairOrder::similarity && !has_similarity)
    refuse("pairs: pairs within a distance have no similarity; --sort distance puts the closest first");
  options.rule.require_one_rule(options.input.inputs);
}

int run_pairs(const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  refuse_contradictions(options);
  require_possible_output(options.output);
  std::vector<std::string> used = options.recipe.given_files();
  used.push_back(options.fingerprints);
  used.insert(used.end(), options.rule.templates.begin(), options.rule.templates.end());
  std::vector<std::pair<std::string, std::string>> written;
  if (options.output != "-") written.emplace_back("-o", options.output);
  if (!written.empty())
    refuse_destructive_outputs({.command = "pairs",
                                .inputs = options.input.inputs,
                                .references = used,
                                .globs = options.input.read.globs,
                                .corpus = {},
                                .files = written});
  ProblemReport problems =
      options.input.report_problems("pairs", options.quiet, {.read = std::move(used), .written = written});
  Outcome outcome = options.fingerprints.empty() ? pairs_of_documents(options, problems)
                                                 : pairs_of_fingerprints(options, problems);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  if (options.stats) {
    outcome.stats.number("lines", outcome.lines)
        .number("seconds", elapsed.count())
        .number("peak_memory_bytes", peak_memory_bytes());
    std::fputs(outcome.stats.line().c_str(), stderr);
  }
  problems.finish();
  if (problems.errors() > 0) return exit_error;
  return options.check && outcome.lines > 0 ? exit_different : exit_done;
}

void add_output_options(const Command& command, Options& options) {
  static const std::map<std::string, std::optional<OutputFormat>> formats = {
      {"tsv", OutputFormat::tsv}, {"csv", OutputFormat::csv}, {"jsonl", OutputFormat::jsonl}};
  static const std::map<std::string, EqualPairs> equal = {{"star", EqualPairs::star},
                                                          {"all", EqualPairs::all}};
  command
      .add_option("--equal", options.equal,
                  "Equal documents: all pairs (default), or star: each copy with the first of its kind",
                  equal)
      .type_name("star|all");
  static const std::map<std::string, PairOrder> orders = {
      {"input", PairOrder::input}, {"similarity", PairOrder::similarity}, {"distance", PairOrder::distance}};
  command
      .add_option(
          "--sort", options.order,
          "Order of the lines: as in the input (default), or the closest pairs first, by similarity or "
          "distance",
          orders)
      .type_name("input|similarity|distance");
  command.add_option("--top", options.top, "Print only the first N lines")
      .type_name("N")
      .range(1, kMostSorted);
  command
      .add_option("-o,--output", options.output,
                  "Write the pairs to FILE, complete or not at all (default: standard output); .gz and .zst "
                  "compress")
      .type_name("FILE")
      .not_empty();
  command
      .add_option(
          "--format", options.format,
          "Output: tsv, csv or jsonl (default: by the name of FILE, which may also be .parquet, else tsv)",
          formats)
      .type_name("FORMAT");
  command.add_flag("--header", options.header, "Begin TSV with a line that names the columns");
  command.add_flag("--check", options.check, "Exit code 1 when there are pairs");
  command.add_flag("-q,--quiet", options.quiet, "No warnings");
  command.add_flag("--stats", options.stats, "Print plan, counts, time and memory as JSON on standard error");
}

}  // namespace

Action add_pairs_command(const Command& app) {
  const auto options = std::make_shared<Options>();
  const Command command = app.add_subcommand("pairs", "Print every pair of near-duplicates");
  options->input.add_to(command);
  command
      .add_option("--fingerprints", options->fingerprints,
                  "Precomputed fingerprints instead of documents: `id TAB hex` lines (.gz and .zst too, - is "
                  "standard input), or "
                  "little-endian words in a file named *.u64")
      .type_name("FILE")
      .not_empty();
  options->rule.add_to(command);
  options->resources.add_to(command, "Resources");
  options->recipe.add_to(command);
  add_output_options(command, *options);
  return [options, command] {
    options->recipe_is_given = recipe_is_given(command);
    return run_pairs(*options);
  };
}

}  // namespace neardup::cli
