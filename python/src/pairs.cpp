// find_pairs(), compare() and distances of fingerprints.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>
#include <vector>

#include "neardup/collection/comparison.h"
#include "neardup/dedup/find_pairs.h"
#include "python/src/arrays.h"
#include "python/src/bindings.h"
#include "python/src/options.h"
#include "python/src/pair_columns.h"

namespace neardup::python {
namespace {

/// What is known of the pairs besides the pairs themselves.
nb::dict facts_of(const FoundPairs& pairs) {
  nb::dict facts;
  facts["documents"] = pairs.counts().documents;
  facts["too_short"] = pairs.counts().too_short;
  facts["without_text"] = pairs.counts().without_text;
  facts["candidates"] = pairs.counts().candidates;
  facts["rule"] = describe(pairs.rule());
  facts["plan"] = pairs.plan();
  facts["expected_recall"] = pairs.expected_recall();
  return facts;
}

nb::tuple run_pairs(const Source& source, const nb::dict& options, const nb::object& on_progress) {
  Problems problems;
  Watch watch(on_progress);
  FindOptions chosen = find_options(options, source, problems);
  watch_options(chosen, watch, problems);
  const EqualPairs equal =
      option<std::string>(options, "equal", "all") == "star" ? EqualPairs::star : EqualPairs::all;
  std::optional<PairColumns> columns;
  const FoundPairs pairs = run_with_problems(watch, problems, [&] {
    FoundPairs found = find_pairs(to_inputs(source), chosen);
    columns.emplace(static_cast<Ordinal>(found.counts().reference));
    found.for_each(equal, [&](const DocumentPair& pair) { columns->add(pair); });
    return found;
  });
  const auto reference = static_cast<std::int64_t>(pairs.counts().reference);
  nb::list first_ids;
  nb::list second_ids;
  for (const std::int64_t row : columns->firsts())
    first_ids.append(pairs.id(static_cast<Ordinal>(row + reference)));
  for (const std::int64_t row : columns->seconds())
    second_ids.append(pairs.id(static_cast<Ordinal>(row + reference)));
  nb::dict answer;
  answer["id1"] = first_ids;
  answer["id2"] = second_ids;
  columns->move_to(answer, "row1", "row2");
  return nb::make_tuple(answer, facts_of(pairs), problems.to_list());
}

nb::dict run_compare(const Recipe& recipe, const std::string& first, const std::string& second,
                     std::optional<int> distance) {
  const Recipe judging = distance ? recipe.with("distance", std::to_string(*distance)) : recipe;
  const Comparison comparison = compare(judging, {.text = first}, {.text = second});
  const bool by_distance = distance || recipe.repeats_an_original();
  const Verdict verdict = by_distance ? comparison.verdict : verdict_by_texts(judging, comparison);
  nb::dict answer;
  answer["distance"] = nb::cast(comparison.distance);
  answer["similarity"] = comparison.shingles.jaccard;
  answer["containment"] = comparison.shingles.containment;
  answer["cosine"] = comparison.features.cosine;
  answer["euclidean"] = comparison.features.euclidean;
  answer["verdict"] = std::string(name_of(verdict));
  answer["near_duplicate"] = verdict == Verdict::identical || verdict == Verdict::near_duplicate;
  return answer;
}

}  // namespace

void bind_pairs(nb::module_& module) {
  module.def("pairs", &run_pairs, nb::arg("source"), nb::arg("options"),
             nb::arg("on_progress").none() = nb::none());
  module.def("compare", &run_compare, nb::arg("recipe"), nb::arg("first"), nb::arg("second"),
             nb::arg("distance").none() = nb::none());
}

}  // namespace neardup::python
