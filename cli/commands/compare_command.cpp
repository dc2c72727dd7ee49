// `neardup compare`: prints distance, similarity and verdict of two documents, and what differs between them.
// Also compares two fingerprints given in hex or as bit strings, and pairs of words on standard input.
#include <fmt/format.h>

#include <array>
#include <cctype>
#include <iostream>
#include <map>
#include <memory>
#include <optional>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/commands/diff_text.h"
#include "cli/options.h"
#include "cli/run.h"
#include "cli/terminal/output.h"
#include "neardup/collection/boilerplate_reader.h"
#include "neardup/collection/comparison.h"
#include "neardup/corpus/json_text.h"
#include "neardup/features/measures.h"
#include "neardup/fingerprint/bit_string.h"

namespace neardup::cli {

using namespace internal;

namespace {

struct Options {
  RecipeOptions recipe;
  bool recipe_is_given = false;
  InputOptions input;
  OutputFormat format = OutputFormat::text;
  std::optional<int> distance;
  int shingle = 0;
  std::vector<std::string> templates;
  bool bit_strings = false;
  bool hex = false;
  bool pairs_stdin = false;
  bool check = false;
  bool diff = false;
  bool quiet = false;
};

int exit_code(bool duplicate, bool check) { return check && !duplicate ? exit_different : exit_done; }

// ---- fingerprints given by hand ---------------------------------------------------------------------------

void require_two(const std::vector<std::string>& inputs) {
  if (inputs.size() == 2) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("compare: needs exactly two inputs, got {}", inputs.size()));
}

Fingerprint hex_fingerprint(const std::string& text) {
  if (const auto fingerprint = from_hex(text)) return *fingerprint;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("'{}' is not a fingerprint of 8, 16 or 32 hex digits", text));
}

int given_distance(const Options& options) {
  const std::string& first = options.input.inputs[0];
  const std::string& second = options.input.inputs[1];
  if (options.bit_strings) return distance_of_binary_numbers(first, second);
  const Fingerprint a = hex_fingerprint(first);
  const Fingerprint b = hex_fingerprint(second);
  if (a.bits != b.bits)
    throw Error(ErrorCode::invalid_argument, "the two fingerprints have different widths");
  return hamming_distance(a, b);
}

int compare_given(const Options& options, const Recipe& recipe) {
  require_two(options.input.inputs);
  const int distance = given_distance(options);
  const bool duplicate = distance <= recipe.steps().max_distance;
  print(fmt::format("distance     {}\nverdict      {} (distance {} {})\n", distance,
                    duplicate ? "near-duplicates" : "different", duplicate ? "<=" : ">",
                    recipe.steps().max_distance));
  return exit_code(duplicate, options.check);
}

// ---- pairs of words on standard input, as the program of recipe ascii-mt19937 reads them ------------------

/// Flushes the answers if the next pair has not been written yet.
void flush_if_input_pauses() {
  std::streambuf& input = *std::cin.rdbuf();
  while (input.in_avail() > 0 && std::isspace(input.sgetc()) != 0) input.sbumpc();
  if (input.in_avail() <= 0) flush_output();
}

int compare_pairs_on_stdin(const Recipe& recipe) {
  std::ios::sync_with_stdio(false);  // so that std::cin has a buffer, which tells whether more is there
  Fingerprinter fingerprinter(recipe);
  std::string first;
  std::string second;
  bool all_judged = true;
  while (std::cin >> first >> second) {
    const FingerprintResult a = fingerprinter.fingerprint(first);
    const FingerprintResult b = fingerprinter.fingerprint(second);
    all_judged = all_judged && a && b;
    print(a && b && hamming_distance(*a, *b) <= recipe.steps().max_distance ? "1\n" : "0\n");
    flush_if_input_pauses();
  }
  if (!all_judged)
    print_message("some words have no fingerprint under this recipe; their pairs were answered 0");
  return all_judged ? exit_done : exit_error;
}

// ---- two documents ----------------------------------------------------------------------------------------

/// Returns the only document of an input. Throws Error when the input has no document or several.
Document read_one(const ReadOptions& options, const std::string& input, ProblemReport& problems) {
  CorpusReader reader({input}, options);
  std::vector<Document> documents;
  while (const auto batch = reader.next()) {
    DocumentBatch parsed = reader.parse(*batch);
    for (const Problem& problem : parsed.problems) problems.add(problem);
    for (Document& document : parsed.documents) documents.push_back(std::move(document));
    if (documents.size() > 1) break;
  }
  if (documents.size() == 1) return std::move(documents.front());
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{}: compare needs exactly one document here, found {}", input,
                          documents.empty() ? "none" : "several"));
}

/// The verdict on two documents, the rule that decided, and the reason.
struct Judgement {
  Verdict verdict = Verdict::different;
  std::string rule;
  std::string reason;

  [[nodiscard]] bool is_duplicate() const noexcept {
    return verdict == Verdict::identical || verdict == Verdict::near_duplicate;
  }
};

constexpr const char* kSameText = "same text after normalisation";

/// Judges by the distance of the fingerprints, as --distance asks and as the originals of compatibility recipes do.
Judgement judge_by_distance(const Comparison& comparison, const Recipe& recipe) {
  const int limit = recipe.steps().max_distance;
  Judgement judgement{comparison.verdict, fmt::format("distance <= {}", limit), kSameText};
  if (comparison.verdict == Verdict::not_judged) {
    judgement.reason = describe(comparison.absence);
  } else if (comparison.verdict != Verdict::identical) {
    judgement.reason =
        fmt::format("distance {} {} {}, recipe {}", *comparison.distance,
                    comparison.verdict == Verdict::near_duplicate ? "<=" : ">", limit, recipe.written());
  }
  return judgement;
}

/// Judges by the similarity of the texts, as `dedup` and `pairs` do by default.
Judgement judge_by_similarity(const Comparison& comparison, const Recipe& recipe) {
  const double limit = recipe.steps().similarity;
  Judgement judgement{verdict_by_texts(recipe, comparison), fmt::format("similarity >= {}", limit),
                      kSameText};
  if (judgement.verdict == Verdict::identical) return judgement;
  const bool is_enough = comparison.shingles.jaccard >= limit;
  const bool has_nothing = comparison.shingles.all == 0;
  if ((is_enough || has_nothing) &&
      judgement.verdict == Verdict::different) {  // similar, but not enough text to tell
    judgement.verdict = Verdict::not_judged;
    judgement.reason = comparison.absence == Absence::none || has_nothing ? "no tokens to compare"
                                                                          : describe(comparison.absence);
  } else {
    judgement.reason = fmt::format("similarity {:.4f} {} {}, the default rule of dedup and pairs",
                                   comparison.shingles.jaccard, is_enough ? ">=" : "<", limit);
  }
  return judgement;
}

Judgement judge(const Comparison& comparison, const Recipe& recipe, const Options& options) {
  return options.distance || recipe.repeats_an_original() ? judge_by_distance(comparison, recipe)
                                                          : judge_by_similarity(comparison, recipe);
}

std::string human_text(const Comparison& comparison, const Judgement& judgement, const Recipe& recipe) {
  const Overlap& shingles = comparison.shingles;
  std::string text = "distance     -\n";
  if (comparison.distance)
    text = fmt::format("distance     {} of {} bits\n", *comparison.distance, recipe.steps().bits);
  if (comparison.distance && recipe.repeats_an_original())
    text += fmt::format("per length   {:.4f}  distance / length of the longer binary notation (0b10110…)\n",
                        comparison.distance_per_length);
  text += fmt::format("similarity   {:.4f}  {} of {} {}-token shingles shared\n", shingles.jaccard,
                      shingles.common, shingles.all, recipe.steps().similarity_shingle);
  text += fmt::format("containment  {:.4f}\n", shingles.containment);
  text += fmt::format("cosine       {:.4f}  of the recipe's weighted features\n", comparison.features.cosine);
  text += fmt::format("euclidean    {:.4f}\n", comparison.features.euclidean);
  return text + fmt::format("verdict      {} ({})\n", name_of(judgement.verdict), judgement.reason);
}

std::string json_text(const std::array<Document, 2>& documents, const Comparison& comparison,
                      const Judgement& judgement, const Recipe& recipe) {
  JsonObject line;
  line.text("id1", documents[0].id).text("id2", documents[1].id).text("recipe", recipe.written());
  if (comparison.distance) {
    line.number("distance", *comparison.distance);
    if (recipe.repeats_an_original()) line.number("distance_per_length", comparison.distance_per_length);
  } else {
    line.raw("distance", "null").text("reason", describe(comparison.absence));
  }
  return line.number("similarity", comparison.shingles.jaccard)
      .number("containment", comparison.shingles.containment)
      .number("cosine", comparison.features.cosine)
      .number("euclidean", comparison.features.euclidean)
      .text("verdict", name_of(judgement.verdict))
      .text("rule", judgement.rule)
      .line();
}

std::string tsv_text(const std::array<Document, 2>& documents, const Comparison& comparison) {
  const std::string distance = comparison.distance ? fmt::format("{}", *comparison.distance) : "-";
  return fmt::format("{}\t{}\t{}\t{:.6f}\n", escape_tsv(documents[0].id), escape_tsv(documents[1].id),
                     distance, comparison.shingles.jaccard);
}

/// Returns the options for reading templates: the format that was named is that of the documents.
ReadOptions template_reading(ReadOptions read) {
  read.format = InputFormat::automatic;
  return read;
}

int compare_documents(const Options& options, const Recipe& recipe) {
  require_two(options.input.inputs);
  std::vector<std::string> used = options.recipe.given_files();
  used.insert(used.end(), options.templates.begin(), options.templates.end());
  ProblemReport problems = options.input.report_problems("compare", options.quiet, {.read = std::move(used)});
  const ReadOptions read = options.input.read_options(recipe);
  const std::array documents = {read_one(read, options.input.inputs[0], problems),
                                read_one(read, options.input.inputs[1], problems)};
  std::shared_ptr<const Boilerplate> boilerplate;
  if (!options.templates.empty())
    boilerplate = std::make_shared<const Boilerplate>(
        read_boilerplate(options.templates, recipe, template_reading(read),
                         [&problems](const Problem& problem) { problems.add(problem); }));
  const Comparison comparison = compare_without(boilerplate, recipe, documents[0], documents[1]);
  const Judgement judgement = judge(comparison, recipe, options);
  if (options.format == OutputFormat::jsonl) print(json_text(documents, comparison, judgement, recipe));
  if (options.format == OutputFormat::tsv) print(tsv_text(documents, comparison));
  if (options.format == OutputFormat::text) {
    print(human_text(comparison, judgement, recipe));
    const DiffStyle style{.is_terminal = output_is_terminal(), .has_colour = colour_wanted()};
    if (options.diff || style.is_terminal)
      print_styled(diff_text(documents[0].text, documents[1].text, style));
  }
  problems.finish();
  if (problems.errors() > 0) return exit_error;
  return exit_code(judgement.is_duplicate(), options.check);
}

/// Throws Error if the distance is not one that two fingerprints of the recipe can have.
void require_possible(int distance, const Recipe& recipe) {
  const int bits = recipe.steps().bits;
  if (distance >= 0 && distance <= bits) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("compare: distance must be 0 to {} for {} bits, got {}", bits, bits, distance));
}

/// Returns the recipe; for two programs the one that dedup and pairs would choose.
Recipe resolve_recipe(const Options& options) {
  RecipeOptions chosen = options.recipe;
  if (options.recipe_is_given || options.pairs_stdin || options.bit_strings || options.hex)
    return chosen.resolve();
  ProblemReport unheard(/*quiet=*/true);  // a program and a text are compared as texts, without a word
  const std::string about_code = choose_recipe(chosen, options.input, unheard);
  if (!options.quiet && !about_code.empty()) print_message(about_code);
  return chosen.resolve();
}

int run_compare(const Options& options) {
  Recipe recipe = resolve_recipe(options);
  if (options.distance) {
    require_possible(*options.distance, recipe);
    recipe = recipe.with("distance", fmt::format("{}", *options.distance));
  }
  if (options.shingle > 0) recipe = recipe.with("shingle", fmt::format("{}", options.shingle));
  if (options.pairs_stdin) return compare_pairs_on_stdin(recipe);
  if (options.bit_strings || options.hex) return compare_given(options, recipe);
  return compare_documents(options, recipe);
}

}  // namespace

Action add_compare_command(const Command& app) {
  static const std::map<std::string, OutputFormat> formats = {
      {"text", OutputFormat::text}, {"tsv", OutputFormat::tsv}, {"jsonl", OutputFormat::jsonl}};
  const auto options = std::make_shared<Options>();
  const Command command = app.add_subcommand("compare", "Distance, similarity and verdict of two documents");
  options->input.add_to(command);
  options->recipe.add_to(command);
  command
      .add_option("-k,--distance", options->distance,
                  "Judge by fingerprints: near-duplicates differ in at most K bits (default: judge by the "
                  "similarity of the texts; compatibility recipes by their own distance)")
      .type_name("K");
  command.add_option("-d", options->distance, "").group("");  // the former short name
  command
      .add_option("--shingle", options->shingle,
                  "Tokens per shingle when measuring similarity (default: the recipe's)")
      .type_name("N")
      .range(1, 64);
  command
      .add_option(
          "--template", options->templates,
          "Files with text to ignore (starter code, the frame of a page), as in dedup and pairs; may be "
          "repeated")
      .type_name("FILE")
      .not_empty();
  command.add_option("--format", options->format, "Output: text, tsv or jsonl", formats).type_name("FORMAT");
  command.add_flag("--check", options->check, "Exit with 1 when the two are different");
  command.add_flag("--diff", options->diff, "Show the word diff even when output is not a terminal");
  const Command given = command.add_option_group("Given fingerprints");
  given.add_flag("--hex", options->hex, "The two inputs are fingerprints in hex");
  given.add_flag("--bit-strings", options->bit_strings, "The two inputs are fingerprints in 0s and 1s");
  given.add_flag("--pairs-stdin", options->pairs_stdin,
                 "Read words from standard input, two at a time; print 1 for near-duplicates, else 0");
  given.require_at_most_one();
  command.add_flag("-q,--quiet", options->quiet, "No warnings");
  return [options, command] {
    options->recipe_is_given = recipe_is_given(command);
    return run_compare(*options);
  };
}

}  // namespace neardup::cli
