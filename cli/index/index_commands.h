// The subcommands of `neardup index`, and the functions they share: those that find the recipe of
// an index and convert ids to the kind that the index uses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/commands.h"
#include "cli/options.h"
#include "neardup/index/hamming_index.h"

namespace neardup::cli {

[[nodiscard]] Action add_index_build(const Command& index);
[[nodiscard]] Action add_index_add(const Command& index);
[[nodiscard]] Action add_index_remove(const Command& index);
[[nodiscard]] Action add_index_query(const Command& index);
[[nodiscard]] Action add_index_info(const Command& index);
[[nodiscard]] Action add_index_verify(const Command& index);
[[nodiscard]] Action add_index_merge(const Command& index);

/// Adds the index file, the first positional argument of every subcommand.
void add_index_file(const Command& command, std::string& file);

/// Counts the ids that something is wrong with, and keeps the first as an example.
struct CountedIds {
  std::uint64_t count = 0;
  std::string first = {};

  void add(const std::string& id) {
    if (count++ == 0) first = id;
  }
};

/// Throws Error when the given recipe differs from that of the index, `own`.
void refuse_other_recipe(const std::string& file, const std::string& own, const Recipe& given);

/// Returns the recipe that makes documents comparable with those of an index whose recipe is `own`. Uses only
/// the files of `given`. Throws Error when the index does not record which recipe made its entries, or when
/// the files of `given` are not those the index was built with.
[[nodiscard]] Recipe recipe_of_index(const std::string& file, const std::string& own,
                                     const RecipeOptions& given);

/// Returns the share of the documents of similarity 0.8 that an index of fingerprints is expected to find within
/// a distance.
[[nodiscard]] double share_found(const IndexOptions& index, int distance);
/// Says so in a sentence about the file.
[[nodiscard]] std::string share_text(const std::string& file, double share, int distance);

}  // namespace neardup::cli
