// The written form of a recipe: "name" or "name,key=value,…". See recipe.h.
#pragma once

#include <string>
#include <string_view>

#include "neardup/fingerprint/recipe_steps.h"

namespace neardup::internal {

/// Returns the published steps of that name. Throws Error that lists the names.
[[nodiscard]] const RecipeSteps& published_steps(std::string_view name);

[[nodiscard]] std::string write_steps(const RecipeSteps& steps);
/// Returns all keys and values, separated by spaces; digests only where there is a file.
[[nodiscard]] std::string list_steps(const RecipeSteps& steps);
[[nodiscard]] RecipeSteps read_steps(std::string_view written);

/// Sets one key. Throws Error for an unknown key or an invalid value.
void set_step(RecipeSteps& steps, std::string_view key, std::string_view value);

/// Throws Error if the steps do not fit together, e.g. if the hash cannot produce that many bits.
void check_steps(const RecipeSteps& steps);

}  // namespace neardup::internal
