// `neardup tune`: measures a sample of the corpus and suggests thresholds for it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/commands/tune_advice.h"
#include "cli/options.h"
#include "cli/run.h"
#include "cli/terminal/output.h"
#include "neardup/corpus/json_text.h"
#include "neardup/fingerprint/recipe.h"
#include "neardup/report/tune/chance.h"
#include "neardup/report/tune/tuning.h"
#include "neardup/util/error.h"
#include "neardup/util/number_text.h"

namespace neardup::cli {

using namespace internal;

namespace {

// Formats the results of `neardup tune`: tables and histograms for people, lines of JSON for programs.

constexpr std::size_t kBarWidth = 40;

/// Returns a bar on a logarithmic scale, so that one pair and a million are both visible. A + marks
/// the number of pairs expected by chance.
std::string bar(double pairs, double chance, double most) {
  const auto column = [most](double value) {
    if (value < 1) return std::size_t{0};
    return std::min(kBarWidth, static_cast<std::size_t>(1 + std::log(value) / std::log(std::max(most, 2.0)) *
                                                                static_cast<double>(kBarWidth - 1)));
  };
  std::string text(column(pairs), '#');
  const std::size_t mark = column(chance);
  if (mark > 0) {
    text.resize(std::max(text.size(), mark), ' ');
    text[mark - 1] = '+';
  }
  return text;
}

/// One row of the table: a range of distances, from `first` to `last`.
struct DistanceRow {
  int first = 0;
  int last = 0;
  double pairs = 0;
  double chance = 0;
};

/// Returns one row per distance up to a quarter of the width, where thresholds lie, then rows of several
/// distances.
std::vector<DistanceRow> distance_rows(const Tuning& tuning) {
  std::vector<DistanceRow> rows;
  const std::uint64_t fingerprints = tuning.compared - tuning.without_fingerprint;
  for (int first = 0; first <= tuning.bits;) {
    const int step = first <= tuning.bits / 4 ? 1 : tuning.bits / 16;
    DistanceRow row{.first = first, .last = std::min(tuning.bits, first + step - 1)};
    for (int i = row.first; i <= row.last; ++i) {
      row.pairs += static_cast<double>(tuning.by_distance[static_cast<std::size_t>(i)]);
      row.chance += chance_pairs(fingerprints, tuning.bits, i);
    }
    rows.push_back(row);
    first = row.last + 1;
  }
  return rows;
}

std::string share_text(const std::optional<double>& share) { return share ? percent_text(*share, 1) : "-"; }

std::string distance_table(const Tuning& tuning) {
  const std::vector<DistanceRow> rows = distance_rows(tuning);
  const std::vector<ThresholdQuality> quality = distance_quality(tuning);
  double most = 1;
  for (const DistanceRow& row : rows) most = std::max({most, row.pairs, row.chance});
  std::string text = fmt::format("distance  {:>13} {:>13} {:>8} {:>9}   # pairs, + by chance (logarithmic)\n",
                                 "pairs", "by chance", "recall", "precision");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const DistanceRow& row = rows[i];
    if (row.pairs == 0 && row.chance < 0.5 && i >= quality.size()) continue;
    const std::string name =
        row.first == row.last ? std::to_string(row.first) : fmt::format("{}-{}", row.first, row.last);
    const bool has_quality = i < quality.size();
    text += fmt::format(
        "{:>8}  {:>13} {:>13} {:>8} {:>9}   {}", name, grouped_number(static_cast<std::uint64_t>(row.pairs)),
        rounded_number(row.chance), has_quality ? share_text(quality[i].recall) : "",
        has_quality ? share_text(quality[i].precision) : "", bar(row.pairs, row.chance, most));
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

/// Returns a histogram of twenty steps from 0 to 1; only the last step includes its upper end.
std::string similarity_histogram(const Tuning& tuning) {
  std::string text =
      fmt::format("similarity {:>12}   # pairs (logarithmic), exact copies left out\n", "pairs");
  std::vector<std::uint64_t> steps(20);
  for (std::size_t i = 0; i < kPercents; ++i) steps[std::min<std::size_t>(i / 5, 19)] += tuning.by_percent[i];
  const auto most = static_cast<double>(*std::ranges::max_element(steps));
  for (std::size_t i = steps.size(); i-- > 0;) {
    text += fmt::format("{:.2f}-{:.2f}  {:>12}   {}", static_cast<double>(i) / 20,
                        static_cast<double>(i + 1) / 20, grouped_number(steps[i]),
                        bar(static_cast<double>(steps[i]), 0, most));
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

std::string similarity_table(const Tuning& tuning) {
  std::string text = fmt::format("--similarity {:>12} {:>8} {:>9}\n", "pairs", "recall", "precision");
  for (const ThresholdQuality& row : similarity_quality(tuning)) {
    text += fmt::format("{:>12} {:>12} {:>8} {:>9}\n", row.threshold, rounded_number(row.found),
                        share_text(row.recall), share_text(row.precision));
  }
  return text;
}

/// Returns the sentence as a list item, wrapped to the width of a terminal.
std::string folded(std::string_view sentence) {
  constexpr std::size_t kLine = 96;
  std::string text = "- ";
  std::size_t column = text.size();
  for (std::size_t begin = 0; begin < sentence.size();) {
    const std::size_t end = std::min(sentence.find(' ', begin), sentence.size());
    if (column + (end - begin) > kLine) {
      text += "\n  ";
      column = 2;
    } else if (begin > 0) {
      text += ' ';
      ++column;
    }
    text += sentence.substr(begin, end - begin);
    column += end - begin;
    begin = end + 1;
  }
  return text + "\n";
}

std::string advice_list(const Tuning& tuning) {
  std::string text;
  for (const std::string& sentence : tuning_advice(tuning)) text += folded(sentence);
  return text;
}

std::string quality_line(const char* kind, const ThresholdQuality& row) {
  JsonObject line;
  line.text("kind", kind).number("threshold", row.threshold).number("pairs", row.found);
  return line.number_or_null("recall", row.recall).number_or_null("precision", row.precision).line();
}

/// Returns a line with the size of the sample.
std::string sample_line(const Tuning& tuning, const Recipe& recipe) {
  JsonObject sample;
  sample.text("kind", "sample").text("recipe", recipe.written()).number("documents", tuning.corpus_documents);
  sample.number("text_bytes", tuning.corpus_bytes).number("sampled", tuning.sampled);
  sample.number("compared", tuning.compared).number("pairs", tuning.pairs());
  sample.number("copies", tuning.copies).number("similarity", tuning.similarity);
  sample.number("similar", tuning.similar(tuning.similarity));
  sample.number("without_fingerprint", tuning.without_fingerprint);
  return sample.number("few_shingles", tuning.few_shingles).line();
}

/// Returns a line for each distance, each percent of similarity and each threshold.
std::string count_lines(const Tuning& tuning) {
  std::string lines;
  for (std::size_t i = 0; i < tuning.by_distance.size(); ++i) {
    const double chance =
        chance_pairs(tuning.compared - tuning.without_fingerprint, tuning.bits, static_cast<int>(i));
    JsonObject line;
    line.text("kind", "distance").number("distance", i).number("pairs", tuning.by_distance[i]);
    lines += line.number("chance", chance).line();
  }
  for (std::size_t i = 0; i < kPercents; ++i) {
    if (tuning.by_percent[i] == 0) continue;
    JsonObject line;
    line.text("kind", "similarity").number("from", static_cast<double>(i) / 100);
    lines += line.number("pairs", tuning.by_percent[i]).line();
  }
  for (const ThresholdQuality& row : distance_quality(tuning))
    lines += quality_line("distance_threshold", row);
  for (const ThresholdQuality& row : similarity_quality(tuning))
    lines += quality_line("similarity_threshold", row);
  return lines;
}

std::string tune_text(const Tuning& tuning, const Recipe& recipe) {
  std::string text =
      fmt::format("recipe     {}\ncorpus     {}, {} of text\nsample     {}, {}", recipe.written(),
                  plural(tuning.corpus_documents, "document"), byte_text(tuning.corpus_bytes),
                  plural(tuning.compared, "document"), plural(tuning.pairs(), "pair"));
  if (tuning.compared < tuning.sampled)
    text += fmt::format(" (of {} sampled: they share so much that comparing all would take long)",
                        grouped_number(tuning.sampled));
  if (tuning.compared < 2) return text + "\n\n" + advice_list(tuning);
  text += fmt::format(
      "\ncopies     {} of equal content; every threshold finds them\ntruth      {} of a similarity "
      "of at least {}\ntoo short  {} of the sample without a fingerprint\n\n",
      plural(tuning.copies, "pair"), plural(tuning.similar(tuning.similarity), "pair"), tuning.similarity,
      grouped_number(tuning.without_fingerprint));
  text +=
      distance_table(tuning) + "\n" + similarity_histogram(tuning) + "\n" + similarity_table(tuning) + "\n";
  return text + advice_list(tuning);
}

std::string tune_json(const Tuning& tuning, const Recipe& recipe) {
  std::string lines = sample_line(tuning, recipe);
  if (tuning.compared >= 2) lines += count_lines(tuning);
  for (const std::string& sentence : tuning_advice(tuning)) {
    JsonObject line;
    lines += line.text("kind", "advice").text("text", sentence).line();
  }
  return lines;
}

struct Options {
  RecipeOptions recipe;
  bool recipe_is_given = false;
  InputOptions input;
  std::size_t sample = 20'000;
  std::optional<double> similarity;
  std::optional<int> shingle;
  OutputFormat format = OutputFormat::text;
  bool quiet = false;
};

int run_tune(const Options& options) {
  ProblemReport problems =
      options.input.report_problems("tune", options.quiet, {.read = options.recipe.given_files()});
  RecipeOptions chosen = options.recipe;
  if (!options.recipe_is_given) {
    const std::string about_code = choose_recipe(chosen, options.input, problems);
    if (!options.quiet && !about_code.empty()) print_message(about_code);
  }
  Recipe recipe = chosen.resolve();
  if (options.shingle) recipe = recipe.with("shingle", std::to_string(*options.shingle));
  const CorpusSample sample = sample_corpus(
      options.input.inputs, {.recipe = recipe,
                             .read = options.input.read_options(recipe),
                             .threads = options.input.threads,
                             .most_documents = options.sample,
                             .on_problem = [&](const Problem& problem) { problems.add(problem); }});
  options.input.say_without_text(sample.without_text, "not compared", options.quiet);
  if (sample.corpus_documents == 0 && problems.errors() > 0)
    throw Error(ErrorCode::io, "nothing could be read, so there is nothing to tune");
  const Tuning tuning = tune(sample, recipe,
                             {.similarity = options.similarity.value_or(recipe.steps().similarity),
                              .threads = options.input.threads});
  print(options.format == OutputFormat::jsonl ? tune_json(tuning, recipe) : tune_text(tuning, recipe));
  problems.finish();
  return problems.errors() > 0 ? exit_error : exit_done;
}

}  // namespace

Action add_tune_command(const Command& app) {
  static const std::map<std::string, OutputFormat> formats = {{"text", OutputFormat::text},
                                                              {"jsonl", OutputFormat::jsonl}};
  const auto options = std::make_shared<Options>();
  const Command command =
      app.add_subcommand("tune", "Sample a corpus and say which distance and similarity suit it");
  options->input.add_to(command);
  command.get_option("INPUT").required();
  command.add_option("--sample", options->sample, "Documents to sample from the whole corpus")
      .type_name("N")
      .range(2, 1'000'000)
      .capture_default_str();
  command
      .add_option("-s,--similarity", options->similarity,
                  "Similarity of true near-duplicates, 0.2 to 1 (default: the recipe's; 0.8 for text-1)")
      .type_name("S")
      .range(0.2, 1.0);
  command.add_option("--shingle", options->shingle, "Tokens per shingle when measuring similarity")
      .type_name("N")
      .range(1, 64);
  command.add_option("--format", options->format, "Output: text or jsonl", formats).type_name("FORMAT");
  command.add_flag("-q,--quiet", options->quiet, "No warnings");
  options->recipe.add_to(command);
  return [options, command] {
    options->recipe_is_given = recipe_is_given(command);
    return run_tune(*options);
  };
}

}  // namespace neardup::cli
