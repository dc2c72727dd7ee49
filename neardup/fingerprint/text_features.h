// Turns text into features as the steps of a recipe say: normalisation, tokens, and the weights that
// depend on text.
#pragma once

#include <string_view>

#include "neardup/features/features.h"
#include "neardup/fingerprint/recipe_resources.h"
#include "neardup/fingerprint/recipe_steps.h"

namespace neardup::internal {

/// Takes the tokens of text, with Chinese folded if the steps say so: the tokens of TokenKind::words
/// and of similarity. Replaces the contents of `features`.
void take_tokens_of_text(const RecipeSteps& steps, std::string_view text, Features& features);

/// Takes the tokens of source code, with names and literals normalised or kept as the steps say.
void take_tokens_of_code(const RecipeSteps& steps, std::string_view text, Language language,
                         Features& features);

/// Takes the features of a text. Replaces the contents of `features`. REQUIRES: resources belong to the
/// recipe of these steps
void take_features(const RecipeSteps& steps, const RecipeResources& resources, std::string_view text,
                   Language language, Features& features);

}  // namespace neardup::internal
