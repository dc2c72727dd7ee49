// tune(): what a sample of a corpus says about thresholds.
#include "neardup/report/tune/tuning.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <utility>
#include <vector>

#include "python/src/arrays.h"
#include "python/src/bindings.h"
#include "python/src/options.h"

namespace neardup::python {
namespace {

using internal::CorpusSample;
using internal::ThresholdQuality;
using internal::Tuning;

nb::dict to_columns(const std::vector<ThresholdQuality>& rows) {
  std::vector<double> thresholds;
  std::vector<double> found;
  nb::list recalls;
  nb::list precisions;
  for (const ThresholdQuality& row : rows) {
    thresholds.push_back(row.threshold);
    found.push_back(row.found);
    recalls.append(nb::cast(row.recall));
    precisions.append(nb::cast(row.precision));
  }
  nb::dict columns;
  columns["threshold"] = to_array(std::move(thresholds));
  columns["pairs"] = to_array(std::move(found));
  columns["recall"] = recalls;
  columns["precision"] = precisions;
  return columns;
}

nb::tuple run_tune(const Source& source, const nb::dict& options, double similarity, std::size_t sample) {
  Problems problems;
  Watch watch;
  const FindOptions find = find_options(options, source, problems);
  const internal::SampleOptions sampling{
      .recipe = find.recipe,
      .read = find.read,
      .threads = find.threads,
      .most_documents = sample,
      .on_problem = [&](const Problem& problem) { problems.add(problem); }};
  const Tuning tuning = run_with_problems(watch, problems, [&] {
    const CorpusSample taken = internal::sample_corpus(to_inputs(source), sampling);
    return internal::tune(taken, find.recipe, {.similarity = similarity, .threads = find.threads});
  });
  nb::dict facts;
  facts["documents"] = tuning.corpus_documents;
  facts["sampled"] = tuning.sampled;
  facts["compared"] = tuning.compared;
  facts["copies"] = tuning.copies;
  facts["without_fingerprint"] = tuning.without_fingerprint;
  facts["similarity"] = tuning.similarity;
  facts["by_distance"] = to_array(std::vector<std::uint64_t>(tuning.by_distance));
  facts["by_percent"] =
      to_array(std::vector<std::uint64_t>(tuning.by_percent.begin(), tuning.by_percent.end()));
  return nb::make_tuple(facts, to_columns(distance_quality(tuning)), to_columns(similarity_quality(tuning)),
                        problems.to_list());
}

}  // namespace

void bind_tuning(nb::module_& module) {
  module.def("tune", &run_tune, nb::arg("source"), nb::arg("options"), nb::arg("similarity"),
             nb::arg("sample"));
}

}  // namespace neardup::python
