// dedup() and its result, as columns for numpy. neardup/result.py makes tables of them.
#include "neardup/dedup/dedup.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "python/src/arrays.h"
#include "python/src/bindings.h"
#include "python/src/options.h"
#include "python/src/pair_columns.h"

namespace neardup::python {
namespace {

nb::tuple run_dedup(const Source& source, const nb::dict& options, const nb::object& on_progress) {
  Problems problems;
  Watch watch(on_progress);
  DedupOptions chosen = dedup_options(options, find_options(options, source, problems));
  watch_options(chosen.find, watch, problems);
  DedupResult result = run_with_problems(watch, problems, [&] { return dedup(to_inputs(source), chosen); });
  return nb::make_tuple(std::move(result), problems.to_list());
}

nb::dict counts_of(const DedupResult& result) {
  const DedupCounts& counts = result.counts();
  nb::dict answer;
  answer["documents"] = counts.documents;
  answer["kept"] = counts.kept;
  answer["exact"] = counts.exact;
  answer["near"] = counts.near;
  answer["clusters"] = counts.clusters;
  answer["largest"] = counts.largest;
  answer["too_short"] = counts.too_short;
  answer["without_text"] = counts.without_text;
  answer["without_fingerprint"] = counts.without_fingerprint;
  answer["reference"] = counts.reference;
  answer["candidates"] = counts.candidates;
  answer["text_bytes"] = counts.text_bytes;
  return answer;
}

Array<bool> mask_of(const DedupResult& result) {
  const Ordinal reference = result.reference_documents();
  std::vector<std::uint8_t> mask(result.size() - reference);
  for (Ordinal i = 0; i < mask.size(); ++i) mask[i] = result.is_kept(reference + i) ? 1 : 0;
  return to_mask(std::move(mask));
}

/// Returns the columns of the removed documents. Documents of the reference have negative positions.
nb::dict removed_columns(const DedupResult& result) {
  PairColumns columns(result.reference_documents());
  std::vector<std::uint8_t> exact;
  nb::list ids;
  nb::list kept_ids;
  result.for_each_removed([&](const Removed& removed) {
    columns.add({.first = removed.document,
                 .second = removed.kept,
                 .distance = removed.distance,
                 .similarity = removed.similarity});
    exact.push_back(removed.is_exact ? 1 : 0);
    ids.append(removed.id);
    kept_ids.append(removed.kept_id);
  });
  nb::dict answer;
  answer["id"] = ids;
  answer["kept_id"] = kept_ids;
  columns.move_to(answer, "row", "kept_row");
  answer["exact"] = to_mask(std::move(exact));
  return answer;
}

nb::dict link_columns(const DedupResult& result) {
  PairColumns columns(result.reference_documents());
  result.for_each_link([&](const DocumentPair& pair) { columns.add(pair); });
  nb::dict answer;
  columns.move_to(answer, "row1", "row2");
  return answer;
}

/// Returns the members of all clusters, one after the other, and where each cluster ends.
nb::tuple cluster_columns(const DedupResult& result) {
  const auto reference = static_cast<std::int64_t>(result.reference_documents());
  std::vector<std::int64_t> members;
  std::vector<std::int64_t> ends;
  for (std::size_t i = 0; i < result.cluster_count(); ++i) {
    for (const Ordinal member : result.cluster(i))
      members.push_back(static_cast<std::int64_t>(member) - reference);
    ends.push_back(static_cast<std::int64_t>(members.size()));
  }
  return nb::make_tuple(to_array(std::move(members)), to_array(std::move(ends)));
}

std::string id_of(const DedupResult& result, std::int64_t row) {
  const std::int64_t document = row + result.reference_documents();
  if (document < 0) throw nb::index_error("no such document");
  return result.id(static_cast<Ordinal>(document));
}

void write_report(const DedupResult& result, const std::string& path, const nb::dict& options) {
  ReportOptions report;
  report.command_line = option(options, "command_line", report.command_line);
  report.time = option(options, "time", report.time);
  report.seconds = option(options, "seconds", report.seconds);
  report.anonymise = option(options, "anonymise", report.anonymise);
  if (option<std::string>(options, "language", "en") == "zh") report.language = ReportLanguage::chinese;
  const nb::gil_scoped_release no_lock;
  result.write_report(path, report);
}

}  // namespace

void bind_dedup(nb::module_& module) {
  nb::class_<DedupResult>(module, "DedupResult")
      .def("counts", &counts_of)
      .def("mask", &mask_of)
      .def("removed", &removed_columns)
      .def("links", &link_columns)
      .def("clusters", &cluster_columns)
      .def("id", &id_of, nb::arg("row"))
      .def(
          "record",
          [](const DedupResult& result, std::int64_t row) {
            const std::string record =
                result.record(static_cast<Ordinal>(row + result.reference_documents()));
            return nb::bytes(record.data(), record.size());
          },
          nb::arg("row"))
      .def("rule", [](const DedupResult& result) { return describe(result.rule()); })
      .def("recipe", &DedupResult::recipe)
      .def("plan", &DedupResult::plan)
      .def("expected_recall", &DedupResult::expected_recall)
      .def("rethreshold", &DedupResult::rethreshold, nb::arg("threshold"),
           nb::call_guard<nb::gil_scoped_release>())
      .def("write_report", &write_report, nb::arg("path"), nb::arg("options"));
  module.def("dedup", &run_dedup, nb::arg("source"), nb::arg("options"),
             nb::arg("on_progress").none() = nb::none());
}

}  // namespace neardup::python
