// A recipe: everything that decides a fingerprint, under a name that never changes its meaning.
//
// The written form is the name of a published recipe and what departs from it: "text-1", "text-1,bits=128",
// "pypi-simhash,bits=32". It round-trips, so files and answers carry it and refuse to mix two.
// docs/recipes.md specifies each one. Recipes are values; copies share their dictionaries, which are loaded
// on first need. All functions are thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/fingerprint/fingerprint_result.h"
#include "neardup/fingerprint/recipe_steps.h"

namespace neardup {

struct RecipeResources;

/// Files that the caller brings; empty: none, or what ships with the recipe.
struct RecipeFiles {
  std::string idf = {};              // `word SPACE idf` a line
  std::string stop_words = {};       // a word a line
  std::string user_dictionary = {};  // cppjieba's form
};

class Recipe {
 public:
  /// The published recipe of that name. Throws Error that lists the names.
  [[nodiscard]] static Recipe named(std::string_view name);
  /// The recipe of a written form. Throws Error that says what cannot be read, and what could stand there.
  [[nodiscard]] static Recipe parse(std::string_view written);
  [[nodiscard]] static const std::vector<RecipeSteps>& published();

  /// The shortest written form.
  [[nodiscard]] std::string written() const;
  /// Every step, for people: "normalize=nfkc tokens=words:2 …".
  [[nodiscard]] std::string describe_steps() const;
  [[nodiscard]] const RecipeSteps& steps() const noexcept { return steps_; }
  /// True for recipes that repeat an original, its quirks included.
  [[nodiscard]] bool repeats_an_original() const noexcept;

  /// The same recipe with one step changed, as in the written form: with("bits", "128"). Throws Error.
  [[nodiscard]] Recipe with(std::string_view key, std::string_view value) const;
  /// The same recipe on these files. A digest that the recipe already names must match. Throws Error.
  [[nodiscard]] Recipe with_files(const RecipeFiles& files) const;

  /// The fingerprint of a text, or why there is none. For many texts use Fingerprinter, which keeps its
  /// memory.
  [[nodiscard]] FingerprintResult fingerprint(std::string_view text) const;

  /// The tables that the recipe needs, loaded once and shared by all copies. Throws Error.
  [[nodiscard]] const RecipeResources& resources() const;

  friend bool operator==(const Recipe& a, const Recipe& b) { return a.steps_ == b.steps_; }

 private:
  class LazyResources;
  Recipe(RecipeSteps steps, RecipeFiles files);
  RecipeSteps steps_;
  RecipeFiles files_;
  std::shared_ptr<LazyResources> resources_;
};

}  // namespace neardup
