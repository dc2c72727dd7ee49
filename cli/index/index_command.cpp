// `neardup index build|add|remove|query|info|verify|merge`: maintains and queries an index file, of
// fingerprints or of shingle sets. The file records the recipe, so that only comparable documents are compared.
// Saving is atomic: it replaces the whole file or leaves it unchanged.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <memory>

#include "cli/command_line.h"
#include "cli/index/index_commands.h"
#include "neardup/fingerprint/expected_share.h"
#include "neardup/util/error.h"

namespace neardup::cli {

using namespace internal;

void add_index_file(const Command& command, std::string& file) {
  command.add_option("FILE", file, "The index file").type_name("").not_empty().required();
}

void refuse_other_recipe(const std::string& file, const std::string& own, const Recipe& given) {
  if (given.written() == own) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{}: its fingerprints were made by {}, which cannot be compared with {}", file,
                          own.empty() ? "an unknown recipe" : own, given.written()));
}

Recipe recipe_of_index(const std::string& file, const std::string& own, const RecipeOptions& given) {
  if (own.empty()) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("{}: the recipe of its fingerprints is unknown, so documents cannot be compared with "
                    "them; give --fingerprints, or build it again with --recipe",
                    file));
  }
  Recipe recipe = Recipe::parse(own).with_files(given.files);
  refuse_other_recipe(file, own, recipe);  // the given stop words or tables may differ
  return recipe;
}

double share_found(const IndexOptions& index, int distance) {
  const double width = index.recipe.empty() ? 1 : feature_width(Recipe::parse(index.recipe).steps());
  return expected_share_within(index.bits, distance, 0.8, width);
}

std::string share_text(const std::string& file, double share, int distance) {
  return fmt::format(
      "{}: distance {} finds about {:.2g} % of the documents with a similarity of 0.8; an index built with "
      "--similarity 0.8 finds nearly all",
      file, distance, std::min(100 * share, 99.0));
}

Action add_index_command(const Command& app) {
  const Command index =
      app.add_subcommand("index", "Keep fingerprints or shingles of documents in a file and search it");
  index.require_subcommand();
  const auto actions = std::make_shared<std::map<std::string, Action>>();
  (*actions)["build"] = add_index_build(index);
  (*actions)["add"] = add_index_add(index);
  (*actions)["remove"] = add_index_remove(index);
  (*actions)["query"] = add_index_query(index);
  (*actions)["info"] = add_index_info(index);
  (*actions)["verify"] = add_index_verify(index);
  (*actions)["merge"] = add_index_merge(index);
  return [index, actions] { return actions->at(index.chosen())(); };
}

}  // namespace neardup::cli
