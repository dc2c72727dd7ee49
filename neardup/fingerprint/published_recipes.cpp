// The published recipes. A published recipe never changes its output, because stored fingerprints depend on
// it; an improved one gets a new version. docs/recipes.md specifies them; tests/golden pins them.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "neardup/fingerprint/recipe.h"
#include "neardup/fingerprint/recipe_text.h"
#include "neardup/util/error.h"
#include "neardup/util/join_names.h"

namespace neardup {

using namespace internal;

namespace {

std::vector<RecipeSteps> own_recipes() {
  return {
      {.base = "text-1", .token_width = 4, .max_distance = 8},
      {.base = "short-1",
       .tokens = TokenKind::characters,
       .token_width = 3,
       .max_distance = 12,
       .similarity = 0.55,
       .similarity_shingle = 2},
      {.base = "code-1",
       .normalization = Normalization::none,
       .tokens = TokenKind::code,
       .token_width = 6,
       .normalize_strings = false,
       .max_distance = 13,
       .similarity = 0.34,
       .similarity_shingle = 6},
  };
}

/// Returns the recipes that reproduce an original. They judge
/// every text, even an empty one, as their original does.
std::vector<RecipeSteps> recipes_of_originals() {
  return {
      {.base = "pypi-simhash",
       .repeats_original = true,
       .normalization = Normalization::python_lower,
       .tokens = TokenKind::characters,
       .token_width = 4,
       .weighting = Weighting::count,
       .hash = FeatureHash::md5,
       .min_features = 0,
       .max_distance = 2},
      {.base = "weighted-jenkins",
       .repeats_original = true,
       .normalization = Normalization::none,
       .tokens = TokenKind::spaces,
       .weighting = Weighting::count,
       .hash = FeatureHash::jenkins_bc,
       .min_features = 0},
      {.base = "cppjieba-jenkins",
       .repeats_original = true,
       .normalization = Normalization::none,
       .tokens = TokenKind::cppjieba,
       .weighting = Weighting::tfidf,
       .top = {.automatic = true},
       .hash = FeatureHash::jenkins_cb,
       .min_features = 0},
      {.base = "jieba-tfidf",
       .repeats_original = true,
       .normalization = Normalization::none,
       .tokens = TokenKind::python_jieba,
       .weighting = Weighting::tfidf,
       .weight_factor = 20,
       .top = {.count = 20},
       .hash = FeatureHash::python,
       .min_features = 0,
       .max_distance = 18},
      {.base = "java-tokens",
       .repeats_original = true,
       .normalization = Normalization::none,
       .tokens = TokenKind::cppjieba,
       .weighting = Weighting::count,
       .hash = FeatureHash::java,
       .tie = Tie::one,
       .min_features = 0},
      {.base = "ascii-mt19937",
       .repeats_original = true,
       .normalization = Normalization::none,
       .tokens = TokenKind::ascii,
       .weighting = Weighting::count,
       .hash = FeatureHash::mt19937,
       .bits = 32,
       .tie = Tie::one,
       .min_features = 0,
       .max_distance = 2},
  };
}

std::vector<RecipeSteps> all_recipes() {
  std::vector<RecipeSteps> recipes = own_recipes();
  std::ranges::move(recipes_of_originals(), std::back_inserter(recipes));
  return recipes;
}

}  // namespace

const std::vector<RecipeSteps>& Recipe::published() {
  static const std::vector<RecipeSteps> recipes = all_recipes();
  return recipes;
}

const RecipeSteps& internal::published_steps(std::string_view name) {
  const auto& recipes = Recipe::published();
  const auto found = std::ranges::find(recipes, name, &RecipeSteps::base);
  if (found != recipes.end()) return *found;
  std::vector<std::string_view> names;
  for (const RecipeSteps& steps : recipes) names.push_back(steps.base);
  throw Error(ErrorCode::invalid_argument,
              fmt::format("recipe: '{}' is not known; published are {}", name, join_names(names)));
}

}  // namespace neardup
