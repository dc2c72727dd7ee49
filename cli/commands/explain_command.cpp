// `neardup explain`: shows how a fingerprint comes about: features, weights, votes, and the margin
// of every bit.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/run.h"
#include "cli/terminal/output.h"
#include "neardup/corpus/json_text.h"
#include "neardup/corpus/process.h"
#include "neardup/fingerprint/bit_string.h"
#include "neardup/fingerprint/fingerprinter.h"

namespace neardup::cli {

using namespace internal;

namespace {

struct Options {
  RecipeOptions recipe;
  InputOptions input;
  OutputFormat format = OutputFormat::text;
  std::size_t features = 20;
  std::string bit_string;
  int blocks = -1;
  bool quiet = false;
};

/// Returns the bits in the order in which the original program of the recipe prints them.
std::string bit_text(const Recipe& recipe, const Fingerprint& fingerprint) {
  return recipe.steps().base == "java-tokens" ? to_reversed_bit_string(fingerprint)
                                              : to_bit_string(fingerprint);
}

std::string hash_text(const Bits128& hash, int bits) {
  return to_hex(Fingerprint{.low = hash.low, .high = hash.high, .bits = bits});
}

/// Returns eight bits per row, most significant first: each bit and the margin of weight that decided it.
std::string margin_rows(const Explanation& explanation) {
  const auto bits = static_cast<int>(explanation.margins.size());
  const std::string text = to_bit_string(*explanation.result);
  std::string rows;
  for (int row = 0; row < bits; row += 8) {
    rows += fmt::format("  {:>3}..{:<3}", bits - 1 - row, bits - 8 - row);
    for (int i = row; i < row + 8; ++i) {
      const double margin = explanation.margins[static_cast<std::size_t>(bits - 1 - i)];
      rows += fmt::format("  {} {:<+7.4g}", text[static_cast<std::size_t>(i)], margin);
    }
    rows.erase(rows.find_last_not_of(' ') + 1);
    rows += '\n';
  }
  return rows;
}

/// Returns one mark per bit, most significant first: # (1) and = (0) for a clear margin, + (1) and
/// - (0) for a margin of less than a tenth of the total weight. The latter are the bits that a
/// small edit flips.
std::string bit_strip(const Explanation& explanation) {
  std::string strip;
  const std::string text = to_bit_string(*explanation.result);
  const double clear = explanation.total_weight / 10;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool weak = std::abs(explanation.margins[text.size() - 1 - i]) < clear;
    if (text[i] == '1') strip += weak ? '+' : '#';
    if (text[i] == '0') strip += weak ? '-' : '=';
    if (i % 8 == 7 && i + 1 < text.size()) strip += ' ';
  }
  return strip;
}

std::string grouped(const std::string& bits) {
  std::string out;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (i > 0 && i % 8 == 0) out += ' ';
    out += bits[i];
  }
  return out;
}

std::string block_lines(std::string_view bits, int distance) {
  std::string lines;
  int number = 0;
  for (const std::uint64_t block : split_into_blocks(bits, distance)) {
    lines += fmt::format("block {}\t{:x}\n", number++, block);
  }
  return lines;
}

std::string feature_lines(const Explanation& explanation, const Options& options, int bits) {
  std::string lines = fmt::format("  {:>9} {:>6}  {:<{}}  feature\n", "weight", "count", "hash", bits / 4);
  const std::size_t shown = std::min(options.features, explanation.features.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const FeatureVote& vote = explanation.features[i];
    lines += fmt::format("  {:>9.6g} {:>6}  {}  {}\n", vote.weight, vote.occurrences,
                         hash_text(vote.hash, bits), escape_controls(vote.text));
  }
  if (shown < explanation.features.size()) {
    lines += fmt::format("  … {} more (--features N)\n", explanation.features.size() - shown);
  }
  return lines;
}

std::string human_text(const Document& document, const Recipe& recipe, const Explanation& explanation,
                       const Options& options) {
  std::string text =
      fmt::format("id           {}\nrecipe       {}\n", escape_controls(document.id), recipe.written());
  if (!explanation.result) {
    text += fmt::format("fingerprint  none ({})\n", describe(explanation.result.absence()));
  } else {
    const std::string bits = to_bit_string(*explanation.result);
    text += fmt::format("fingerprint  {}\nbits         {}\nstrip        {}\n", to_hex(*explanation.result),
                        grouped(bits), bit_strip(explanation));
    text += "margins      votes for the bit minus votes against it\n" + margin_rows(explanation);
    if (options.blocks >= 0) text += block_lines(bit_text(recipe, *explanation.result), options.blocks);
  }
  text += fmt::format("features     {} distinct, total weight {:.6g}\n", explanation.features.size(),
                      explanation.total_weight);
  if (!explanation.features.empty()) text += feature_lines(explanation, options, recipe.steps().bits);
  return text;
}

std::string json_features(const Explanation& explanation, int bits) {
  std::string list;
  for (const FeatureVote& vote : explanation.features) {
    if (!list.empty()) list += ',';
    list += JsonObject()
                .text("text", vote.text)
                .number("count", static_cast<std::int64_t>(vote.occurrences))
                .number("weight", vote.weight)
                .text("hash", hash_text(vote.hash, bits))
                .object();
  }
  return "[" + list + "]";
}

std::string json_text(const Document& document, const Recipe& recipe, const Explanation& explanation) {
  JsonObject line;
  line.text("id", document.id).text("recipe", recipe.written());
  if (explanation.result) {
    line.text("fingerprint", to_hex(*explanation.result)).text("bits", to_bit_string(*explanation.result));
  } else {
    line.raw("fingerprint", "null").text("reason", describe(explanation.result.absence()));
  }
  line.number("total_weight", explanation.total_weight);
  line.raw("features", json_features(explanation, recipe.steps().bits));
  std::string margins;
  for (const double margin : explanation.margins)
    margins += fmt::format("{}{}", margins.empty() ? "" : ",", margin);
  line.raw("margins_from_lowest_bit", "[" + margins + "]");
  return line.line();
}

int explain_bit_string(const Options& options) {
  if (options.blocks < 0) throw Error(ErrorCode::invalid_argument, "--bit-string needs --blocks DISTANCE");
  print(block_lines(options.bit_string, options.blocks));
  return exit_done;
}

int run_explain(const Options& options) {
  if (!options.bit_string.empty()) return explain_bit_string(options);
  if (options.input.inputs.empty())
    throw Error(ErrorCode::invalid_argument, "explain: INPUT is missing (- is standard input)");
  const Recipe recipe = options.recipe.resolve();
  Fingerprinter fingerprinter(recipe);
  CorpusReader reader = options.input.open(recipe);
  ProblemReport problems =
      options.input.report_problems("explain", options.quiet, {.read = options.recipe.given_files()});
  bool first = true;
  while (const auto batch = reader.next()) {
    const DocumentBatch parsed = reader.parse(*batch);
    for (const Problem& problem : parsed.problems) problems.add(problem);
    for (const Document& document : parsed.documents) {
      const Explanation explanation = fingerprinter.explain(document);
      const bool json = options.format == OutputFormat::jsonl;
      if (!first && !json) print("\n");
      first = false;
      print(json ? json_text(document, recipe, explanation)
                 : human_text(document, recipe, explanation, options));
    }
  }
  problems.finish();
  return problems.errors() > 0 ? exit_error : exit_done;
}

}  // namespace

Action add_explain_command(const Command& app) {
  static const std::map<std::string, OutputFormat> formats = {{"text", OutputFormat::text},
                                                              {"jsonl", OutputFormat::jsonl}};
  const auto options = std::make_shared<Options>();
  const Command command =
      app.add_subcommand("explain", "Show the features, weights and votes behind a fingerprint");
  options->input.add_to(command);
  options->recipe.add_to(command);
  command.add_option("--format", options->format, "Output: text or jsonl", formats).type_name("FORMAT");
  command.add_option("--features", options->features, "Show the N heaviest features")
      .type_name("N")
      .capture_default_str();
  command.add_option("--blocks", options->blocks, "Also show the blocks of the fingerprint for this distance")
      .type_name("DISTANCE")
      .range(0, 63);
  command
      .add_option("--bit-string", options->bit_string,
                  "Show the blocks of this string of 0s and 1s instead of a document")
      .type_name("BITS");
  command.add_flag("-q,--quiet", options->quiet, "No warnings");
  return [options] { return run_explain(*options); };
}

}  // namespace neardup::cli
