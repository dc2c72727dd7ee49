// `neardup index build|add|remove|query|info|verify`: maintains and queries an index file of
// fingerprints. The file records the recipe, so that only comparable fingerprints are compared.
// Saving is atomic: it replaces the whole file or leaves it unchanged.
#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <map>
#include <memory>

#include "cli/command_line.h"
#include "cli/index/index_commands.h"
#include "neardup/util/error.h"

namespace neardup::cli {

void add_index_file(const Command& command, std::string& file) {
  command.add_option("FILE", file, "The index file").type_name("").not_empty().required();
}

void refuse_other_recipe(const std::string& file, const HammingIndex& index, const Recipe& given) {
  const std::string& own = index.options().recipe;
  if (given.written() == own) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{}: its fingerprints were made by {}, which cannot be compared with {}", file,
                          own.empty() ? "an unknown recipe" : own, given.written()));
}

Recipe recipe_of_index(const std::string& file, const HammingIndex& index, const RecipeOptions& given) {
  const std::string& own = index.options().recipe;
  if (own.empty()) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("{}: the recipe of its fingerprints is unknown, so documents cannot be compared with "
                    "them; give --fingerprints, or build it again with --recipe",
                    file));
  }
  Recipe recipe = Recipe::parse(own).with_files(given.files);
  refuse_other_recipe(file, index, recipe);  // the given stop words or tables may differ
  return recipe;
}

Action add_index_command(const Command& app) {
  const Command index = app.add_subcommand("index", "Keep fingerprints in a file and search it");
  index.require_subcommand();
  const auto actions = std::make_shared<std::map<std::string, Action>>();
  (*actions)["build"] = add_index_build(index);
  (*actions)["add"] = add_index_add(index);
  (*actions)["remove"] = add_index_remove(index);
  (*actions)["query"] = add_index_query(index);
  (*actions)["info"] = add_index_info(index);
  (*actions)["verify"] = add_index_verify(index);
  return [index, actions] { return actions->at(index.chosen())(); };
}

}  // namespace neardup::cli
