// `neardup index build` and `neardup index add`. `build` overwrites an existing file only with --force. Both
// lock the file, so that two programs that add at the same time lose nothing: the second waits for the first.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "cli/command_line.h"
#include "cli/index/index_commands.h"
#include "cli/index/index_input.h"
#include "cli/index/index_update.h"
#include "cli/output_guard.h"
#include "cli/run.h"
#include "cli/terminal/file_lock.h"
#include "neardup/util/error.h"
#include "neardup/util/output_file.h"

namespace neardup::cli {

using namespace internal;

namespace {

struct Options {
  std::string file;
  IndexInput input;
  RecipeOptions recipe;
  bool recipe_is_given = false;
  std::optional<int> distance;
  std::optional<double> similarity;
  std::uint64_t expected_size = IndexOptions{}.expected_size;
  bool force = false;
  bool quiet = false;
  bool stats = false;
};

void refuse_nothing(const IndexInput& input) {
  if (!input.is_empty()) return;
  throw Error(ErrorCode::invalid_argument, "index: give INPUT or --fingerprints FILE");
}

/// Throws Error, even with --force, when the target is not a regular file or is one of the inputs, because
/// saving an index replaces the target.
void refuse_wrong_target(const Options& options) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(options.file, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw Error(ErrorCode::io, options.file + ": is a folder, pipe or device; an index needs a file");
  OutputPlan plan{.command = "index build",
                  .inputs = options.input.documents.inputs,
                  .references = options.input.fingerprint_files,
                  .globs = options.input.documents.read.globs,
                  .corpus = {}};
  for (std::string& file : options.recipe.given_files()) plan.references.push_back(std::move(file));
  plan.files = {{"the index file", options.file}};
  refuse_destructive_outputs(plan);
}

void refuse_overwriting(const Options& options) {
  std::error_code error;
  const bool exists =
      std::filesystem::symlink_status(options.file, error).type() != std::filesystem::file_type::not_found;
  if (options.force || !exists) return;
  throw Error(ErrorCode::io,
              options.file + ": exists already; --force overwrites it, `index add` adds to it");
}

OtherFiles files_of(const Options& options) {
  OtherFiles files{.read = options.recipe.given_files(), .written = {{"the index", options.file}}};
  files.read.insert(files.read.end(), options.input.fingerprint_files.begin(),
                    options.input.fingerprint_files.end());
  return files;
}

int finish(const Options& options, const AnyIndex& index, IndexUpdate& update, ProblemReport& problems,
           std::chrono::steady_clock::time_point start) {
  update.report_left_out(options.file);
  options.input.documents.say_without_text(update.counts().input.without_text, "not in the index",
                                           options.quiet);
  if (options.stats) print_update_stats(index, update.counts(), problems, start);
  problems.finish();
  return problems.errors() > 0 ? exit_error : exit_done;
}

// ---- build ------------------------------------------------------------------------------------------------

/// Returns a new index. Precomputed fingerprints have the recipe given on the command line, or an
/// unknown one.
AnyIndex empty_index(const Options& options, const std::optional<Recipe>& recipe,
                     const std::vector<FingerprintList>& lists) {
  if (options.similarity) {
    return AnyIndex(
        SimilarityIndex({.min_similarity = *options.similarity, .recipe = recipe.value().written()}));
  }
  IndexOptions made;
  if (recipe) {
    made.bits = recipe->steps().bits;
    made.max_distance = recipe->steps().max_distance;
    made.recipe = recipe->written();
  }
  for (const FingerprintList& list : lists) {
    if (list.size() > 0) made.bits = list.bits();
  }
  if (options.distance) made.max_distance = *options.distance;
  made.expected_size = options.expected_size;
  return AnyIndex(HammingIndex(made));
}

/// Returns numbers if all ids are ordinals, so that 5 sorts before 1002, and texts as soon as one
/// list has named ids.
IdKind kind_of_ids(const std::vector<FingerprintList>& lists) {
  const bool is_ordinals = !lists.empty() && std::ranges::none_of(lists, &FingerprintList::has_ids);
  return is_ordinals ? IdKind::number : IdKind::text;
}

int run_build(const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  refuse_nothing(options.input);
  refuse_wrong_target(options);
  const FileLock lock(follow_link(options.file), options.quiet);
  refuse_overwriting(options);
  ProblemReport problems =
      options.input.documents.report_problems("index build", options.quiet, files_of(options));
  std::optional<Recipe> recipe;
  RecipeOptions chosen = options.recipe;
  if (!options.input.is_ready_made() && !options.recipe_is_given) {
    const std::string about_code = choose_recipe(chosen, options.input.documents, problems);
    if (!options.quiet && !about_code.empty()) print_message(about_code);
  }
  if (!options.input.is_ready_made() || options.recipe_is_given) recipe = chosen.resolve();
  const std::vector<FingerprintList> lists =
      read_lists(options.input.fingerprint_files, recipe ? recipe->steps().bits : 0, problems);
  AnyIndex index = empty_index(options, recipe, lists);
  IndexUpdate update(index, kind_of_ids(lists), problems);
  update.add_lists(lists);
  if (!options.input.is_ready_made()) update.add_documents(options.input.documents, *recipe);
  if (index.size() == 0 && problems.errors() > 0)
    throw Error(ErrorCode::io, options.file + ": not written: nothing could be read");
  index.save(follow_link(options.file));
  return finish(options, index, update, problems, start);
}

// ---- add --------------------------------------------------------------------------------------------------

/// Returns the width of the fingerprints. Throws Error if the index takes none.
int bits_of(const std::string& file, const AnyIndex& index) {
  if (index.distance() != nullptr) return index.distance()->options().bits;
  throw Error(ErrorCode::invalid_argument,
              file + ": an index of similarity takes documents, not fingerprints");
}

int run_add(const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  refuse_nothing(options.input);
  const std::string file = follow_link(options.file);
  const FileLock lock(file, options.quiet);
  AnyIndex index = AnyIndex::open(file);
  if (options.recipe_is_given) refuse_other_recipe(file, index.recipe(), options.recipe.resolve());
  ProblemReport problems =
      options.input.documents.report_problems("index add", options.quiet, files_of(options));
  IndexUpdate update(index, index.id_kind(), problems);
  if (options.input.is_ready_made()) {
    update.add_lists(read_lists(options.input.fingerprint_files, bits_of(file, index), problems));
  } else {
    update.add_documents(options.input.documents, recipe_of_index(file, index.recipe(), options.recipe));
  }
  if (update.has_changed_anything()) index.save(file);
  return finish(options, index, update, problems, start);
}

// ---- options ----------------------------------------------------------------------------------------------

void add_common_options(const Command& command, Options& options) {
  add_index_file(command, options.file);
  options.input.add_to(command);
  options.recipe.add_to(command);
  command.add_flag("-q,--quiet", options.quiet, "No warnings");
  command.add_flag("--stats", options.stats, "Print counts, time and memory as JSON on standard error");
}

}  // namespace

Action add_index_build(const Command& index) {
  const auto options = std::make_shared<Options>();
  const Command command = index.add_subcommand("build", "Build an index file from documents or fingerprints");
  add_common_options(command, *options);
  command
      .add_option("-k,--distance", options->distance,
                  "Largest distance that queries may use (default: the recipe's)")
      .type_name("K");
  command
      .add_option("-s,--similarity", options->similarity,
                  "Index shingles instead of fingerprints: finds what `dedup --similarity S` finds, 0.5 to 1")
      .type_name("S")
      .excludes(command.get_option("--distance"))
      .excludes(command.get_option("--fingerprints"));
  command
      .add_option("--expected-size", options->expected_size,
                  "Number of fingerprints to plan an index of distances for; more can be added")
      .type_name("N")
      .positive()
      .capture_default_str();
  command.add_flag("--force", options->force, "Overwrite an existing index file");
  return [options, command] {
    options->recipe_is_given = recipe_is_given(command);
    return run_build(*options);
  };
}

Action add_index_add(const Command& index) {
  const auto options = std::make_shared<Options>();
  const Command command = index.add_subcommand(
      "add", "Add documents or fingerprints; replaces those of existing ids. Waits for other writers");
  add_common_options(command, *options);
  command.get_option("--recipe").default_str("the index's");
  return [options, command] {
    options->recipe_is_given = recipe_is_given(command);
    return run_add(*options);
  };
}

}  // namespace neardup::cli
