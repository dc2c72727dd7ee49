// `neardup idf`: learns the inverse document frequencies of a corpus and prints the table for --idf.
#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/run.h"
#include "cli/terminal/output.h"
#include "neardup/corpus/process.h"
#include "neardup/features/features.h"
#include "neardup/features/idf_table.h"
#include "neardup/fingerprint/fingerprinter.h"

namespace neardup::cli {

using namespace internal;

namespace {

struct Options {
  RecipeOptions recipe;
  InputOptions input;
  bool quiet = false;
};

std::vector<std::string_view> distinct_features(const Features& features) {
  std::vector<std::string_view> distinct;
  for (std::size_t i = 0; i < features.size(); ++i) distinct.push_back(features[i]);
  std::ranges::sort(distinct);
  distinct.erase(std::ranges::unique(distinct).begin(), distinct.end());
  return distinct;
}

int run_idf(const Options& options) {
  // Learning needs only the features. A recipe with IDF weights could not run before its table exists, so
  // replace the weights.
  const Recipe recipe = options.recipe.resolve().with("weights", "count");
  CorpusReader reader = options.input.open(recipe);
  ProblemReport problems =
      options.input.report_problems("idf", options.quiet, {.read = options.recipe.given_files()});
  IdfBuilder builder;
  process_corpus(
      reader,
      {.threads = options.input.threads,
       .on_problem = [&](const Problem& problem) { problems.add(problem); }},
      [fingerprinter = Fingerprinter(recipe)](const DocumentBatch& batch) mutable {
        IdfBuilder part;
        for (const Document& document : batch.documents)
          part.add_document(distinct_features(fingerprinter.features(document)));
        return part;
      },
      [&](const IdfBuilder& part) { builder.merge(part); });
  print(builder.build().to_text());
  problems.finish();
  return problems.errors() > 0 ? exit_error : exit_done;
}

}  // namespace

Action add_idf_command(const Command& app) {
  const auto options = std::make_shared<Options>();
  const Command command =
      app.add_subcommand("idf", "Learn inverse document frequencies, for --idf, from a corpus");
  options->input.add_to(command);
  command.get_option("INPUT").required();
  options->recipe.add_to(command);
  command.add_flag("-q,--quiet", options->quiet, "No warnings");
  return [options] { return run_idf(*options); };
}

}  // namespace neardup::cli
