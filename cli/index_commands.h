// The parts of `neardup index`, and what they share: the recipe of an index and the ids that it understands.
#pragma once

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

/// The first positional argument of them all: the index file.
void add_index_file(const Command& command, std::string& file);

/// The file itself where `path` is a symbolic link: saving replaces the file, and must not replace the link.
[[nodiscard]] std::string real_file(const std::string& path);

/// Throws Error when the recipe that was given is not the one of the index.
void refuse_other_recipe(const std::string& file, const HammingIndex& index, const Recipe& given);

/// The recipe that documents need to be compared with those of the index. Throws Error when nobody said which
/// one made the fingerprints of the index. Only the files of `given` are used.
[[nodiscard]] Recipe recipe_of_index(const std::string& file, const HammingIndex& index,
                                     const RecipeOptions& given);

/// An id as it was typed, as the index knows it; no value when ids are numbers and this is none. Refers to
/// `text`.
[[nodiscard]] std::optional<IdRef> to_id(std::optional<IdKind> kind, const std::string& text);

}  // namespace neardup::cli
