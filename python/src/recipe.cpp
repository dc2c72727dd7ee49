// Recipe, and fingerprints of many texts at once.
#include "neardup/fingerprint/recipe.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/util/parallel.h"
#include "python/src/arrays.h"
#include "python/src/bindings.h"
#include "python/src/documents.h"
#include "python/src/watch.h"

namespace neardup::python {
namespace {

struct FingerprintWords {
  std::vector<std::uint64_t> words;  // one per text, or the high and the low word
  std::vector<std::uint8_t> absent;
};

FingerprintWords fingerprint_all(const Documents& documents, const Recipe& recipe, int threads,
                                 Watch& watch) {
  constexpr std::size_t kTask = 256;
  const std::size_t size = documents.size();
  const std::size_t columns = recipe.steps().bits == 128 ? 2 : 1;
  FingerprintWords answer{std::vector<std::uint64_t>(size * columns), std::vector<std::uint8_t>(size)};
  const int used = internal::thread_count(threads);
  std::vector<Fingerprinter> fingerprinters(static_cast<std::size_t>(used), Fingerprinter(recipe));
  internal::run_tasks(used, (size + kTask - 1) / kTask, [&](std::size_t task, int thread) {
    if (watch.stop().stop_requested()) return;
    std::string scratch;
    Fingerprinter& fingerprinter = fingerprinters[static_cast<std::size_t>(thread)];
    for (std::size_t i = task * kTask; i < std::min(size, (task + 1) * kTask); ++i) {
      const std::optional<std::string_view> text = documents.text(i, scratch);
      const FingerprintResult result =
          text ? fingerprinter.fingerprint(*text) : FingerprintResult(Absence::too_few_features);
      answer.absent[i] = !result || !result.comparable() ? 1 : 0;
      if (!result) continue;
      if (columns == 2) answer.words[2 * i] = result->high;
      answer.words[columns * i + columns - 1] = result->low;
    }
    if (thread == 0) watch.note({.done = std::min(size, (task + 1) * kTask), .total = size});
  });
  return answer;
}

nb::tuple fingerprint(const std::shared_ptr<Documents>& documents, const Recipe& recipe, int threads,
                      const nb::object& on_progress) {
  Watch watch(on_progress);
  FingerprintWords answer = watch.run([&] { return fingerprint_all(*documents, recipe, threads, watch); });
  const std::size_t size = documents->size();
  Array<std::uint64_t> words = recipe.steps().bits == 128
                                   ? to_array<std::uint64_t>(std::move(answer.words), {size, 2})
                                   : to_array<std::uint64_t>(std::move(answer.words), {size});
  return nb::make_tuple(std::move(words), to_mask(std::move(answer.absent)));
}

/// Returns the fingerprint as a Python integer of any width, or None.
nb::object fingerprint_one(const Recipe& recipe, std::string_view text) {
  const FingerprintResult result = recipe.fingerprint(text);
  if (!result) return nb::none();
  if (result->bits < 128) return nb::int_(result->low);
  return nb::int_((nb::int_(result->high) << nb::int_(64)) | nb::int_(result->low));
}

nb::dict explain(const Recipe& recipe, const std::string& text) {
  Fingerprinter fingerprinter(recipe);
  const Explanation explanation = fingerprinter.explain({.text = text});
  nb::list features;
  for (const FeatureVote& vote : explanation.features) {
    const nb::int_ hash = nb::int_((nb::int_(vote.hash.high) << nb::int_(64)) | nb::int_(vote.hash.low));
    features.append(nb::make_tuple(vote.text, vote.occurrences, vote.weight, hash));
  }
  nb::dict answer;
  answer["fingerprint"] = explanation.result ? nb::cast(to_hex(*explanation.result)) : nb::none();
  answer["reason"] = std::string(describe(explanation.result.absence()));
  answer["features"] = features;
  answer["margins"] = nb::cast(explanation.margins);
  answer["total_weight"] = explanation.total_weight;
  return answer;
}

std::vector<std::pair<std::string, std::string>> published() {
  std::vector<std::pair<std::string, std::string>> recipes;
  for (const RecipeSteps& steps : Recipe::published())
    recipes.emplace_back(steps.base, Recipe::named(steps.base).describe_steps());
  return recipes;
}

}  // namespace

void bind_recipe(nb::module_& module) {
  nb::class_<Recipe>(module, "Recipe",
                     "Everything that decides a fingerprint, under a name that never changes its meaning.\n\n"
                     "Recipe(\"text-1\") is the default; Recipe(\"text-1,bits=128\") changes one step of it.")
      .def(
          "__init__",
          [](Recipe* self, const std::string& written) { new (self) Recipe(Recipe::parse(written)); },
          nb::arg("written") = "text-1")
      .def_prop_ro("written", &Recipe::written, "The shortest written form, such as \"text-1,bits=128\".")
      .def_prop_ro("steps", &Recipe::describe_steps, "Every step in readable form.")
      .def_prop_ro(
          "bits", [](const Recipe& recipe) { return recipe.steps().bits; }, "The width: 32, 64 or 128.")
      .def_prop_ro(
          "similarity", [](const Recipe& recipe) { return recipe.steps().similarity; },
          "The similarity by which dedup judges unless told otherwise.")
      .def_prop_ro(
          "max_distance", [](const Recipe& recipe) { return recipe.steps().max_distance; },
          "The distance by which the recipe judges fingerprints.")
      .def(
          "with_step",
          [](const Recipe& recipe, const std::string& key, const std::string& value) {
            return recipe.with(key, value);
          },
          nb::arg("key"), nb::arg("value"),
          "Return this recipe with one step changed: with_step(\"bits\", \"128\").")
      .def(
          "with_files",
          [](const Recipe& recipe, const std::string& idf, const std::string& stop_words,
             const std::string& user_dictionary) {
            return recipe.with_files(
                {.idf = idf, .stop_words = stop_words, .user_dictionary = user_dictionary});
          },
          nb::kw_only(), nb::arg("idf") = "", nb::arg("stop_words") = "", nb::arg("user_dictionary") = "",
          "Return this recipe on files of yours.")
      .def("fingerprint", &fingerprint_one, nb::arg("text"),
           "Return the fingerprint of one text as an int, or None if it is too short.")
      .def(
          "__eq__", [](const Recipe& a, const Recipe& b) { return a == b; }, nb::is_operator())
      .def("__hash__", [](const Recipe& recipe) { return std::hash<std::string>()(recipe.written()); })
      .def("__repr__", [](const Recipe& recipe) { return "Recipe('" + recipe.written() + "')"; })
      .def("__str__", &Recipe::written)
      .def("__getstate__", [](const Recipe& recipe) { return recipe.written(); })
      .def("__setstate__",
           [](Recipe& recipe, const std::string& written) { new (&recipe) Recipe(Recipe::parse(written)); });
  module.def("fingerprint", &fingerprint, nb::arg("documents"), nb::arg("recipe"), nb::arg("threads") = 0,
             nb::arg("on_progress").none() = nb::none());
  module.def("explain", &explain, nb::arg("recipe"), nb::arg("text"));
  module.def("published_recipes", &published);
}

}  // namespace neardup::python
