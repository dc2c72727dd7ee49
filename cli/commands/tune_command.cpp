// `neardup tune`: measures a sample of the corpus and suggests thresholds for it.
#include <map>
#include <memory>

#include "cli/commands.h"
#include "cli/commands/tune_text.h"
#include "cli/options.h"
#include "cli/run.h"
#include "cli/terminal/output.h"
#include "neardup/report/tune/tuning.h"
#include "neardup/util/error.h"

namespace neardup::cli {

using namespace internal;

namespace {

struct Options {
  RecipeOptions recipe;
  InputOptions input;
  std::size_t sample = 20'000;
  std::optional<double> similarity;
  std::optional<int> shingle;
  OutputFormat format = OutputFormat::text;
  bool quiet = false;
};

int run_tune(const Options& options) {
  Recipe recipe = options.recipe.resolve();
  if (options.shingle) recipe = recipe.with("shingle", std::to_string(*options.shingle));
  ProblemReport problems(options.quiet, options.input.broken);
  const CorpusSample sample = sample_corpus(
      options.input.inputs, {.recipe = recipe,
                             .read = options.input.read_options(recipe),
                             .threads = options.input.threads,
                             .most_documents = options.sample,
                             .on_problem = [&](const Problem& problem) { problems.add(problem); }});
  if (sample.corpus_documents == 0 && problems.errors() > 0)
    throw Error(ErrorCode::io, "nothing could be read, so there is nothing to tune");
  const Tuning tuning = tune(sample, recipe,
                             {.similarity = options.similarity.value_or(recipe.steps().similarity),
                              .threads = options.input.threads});
  print(options.format == OutputFormat::jsonl ? tune_json(tuning, recipe) : tune_text(tuning, recipe));
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
  return [options] { return run_tune(*options); };
}

}  // namespace neardup::cli
