// A recipe: everything that decides a fingerprint, under a name that never changes its meaning.
//
// The written form is the name of a published recipe followed by its changes: "text-1",
// "text-1,bits=128", "pypi-simhash,bits=32". It round-trips, so files and answers carry it and refuse
// to mix two recipes. docs/recipes.md specifies each recipe. Recipes are values; copies share their
// dictionaries, which are loaded on first use. All functions are thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/fingerprint/fingerprint.h"
#include "neardup/fingerprint/recipe_steps.h"

namespace neardup {

namespace internal {
struct RecipeResources;
}

/// Names files that the caller provides; empty: no file, or the one that comes with the recipe.
struct RecipeFiles {
  std::string idf = {};              // one `word SPACE idf` per line
  std::string stop_words = {};       // one word per line
  std::string user_dictionary = {};  // in cppjieba's format
};

class Recipe {
 public:
  /// Returns the published recipe of that name. Throws Error that lists the names.
  [[nodiscard]] static Recipe named(std::string_view name);
  /// Parses a written form. Throws Error that says which part is invalid, and what would be valid there.
  [[nodiscard]] static Recipe parse(std::string_view written);
  [[nodiscard]] static const std::vector<RecipeSteps>& published();

  /// Returns the shortest written form.
  [[nodiscard]] std::string written() const;
  /// Returns every step in readable form: "normalize=nfkc tokens=words:2 …".
  [[nodiscard]] std::string describe_steps() const;
  [[nodiscard]] const RecipeSteps& steps() const noexcept { return steps_; }
  /// Returns true for recipes that reproduce an original program, including its quirks.
  [[nodiscard]] bool repeats_an_original() const noexcept;

  /// Returns this recipe with one step changed, as in the written form: with("bits", "128"). Throws Error.
  [[nodiscard]] Recipe with(std::string_view key, std::string_view value) const;
  /// Returns this recipe on these files. A digest that the recipe already names must match. Throws Error.
  [[nodiscard]] Recipe with_files(const RecipeFiles& files) const;

  /// Returns the fingerprint of a text, or why it has none. For many texts use Fingerprinter, which
  /// reuses its memory.
  [[nodiscard]] FingerprintResult fingerprint(std::string_view text) const;

  /// Returns the tables that the recipe needs, loaded once and shared by all copies. Throws Error.
  [[nodiscard]] const internal::RecipeResources& resources() const;

  friend bool operator==(const Recipe& a, const Recipe& b) { return a.steps_ == b.steps_; }

 private:
  class LazyResources;
  Recipe(RecipeSteps steps, RecipeFiles files);
  RecipeSteps steps_;
  RecipeFiles files_;
  std::shared_ptr<LazyResources> resources_;
};

}  // namespace neardup
