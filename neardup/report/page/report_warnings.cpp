#include "neardup/report/page/report_warnings.h"

#include <fmt/format.h>

#include <optional>

#include "neardup/report/page/page_escape.h"
#include "neardup/report/tune/chance.h"
#include "neardup/util/number_text.h"

namespace neardup::internal {
namespace {

using Maybe = std::optional<ReportWarning>;

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

Maybe about_skipped(const ReportData& data) {
  if (data.run.skipped == 0) return {};
  return ReportWarning{"Input was skipped",
                       fmt::format("{} records or files could not be read and are not counted on this page; "
                                   "the messages of the run list them.",
                                   grouped_number(data.run.skipped))};
}

Maybe about_chaining(const ReportInput& input, const ReportData& data) {
  const auto& chain = input.result.linkage().warning;
  if (!chain) return {};
  const std::string name = data.run.anonymise ? fmt::format("document {}", chain->kept + 1)
                                              : input.collection.records().id(chain->kept);
  return ReportWarning{
      "Chaining",
      fmt::format("Of the {} documents of cluster {} only {} are like the kept one: the others are connected "
                  "only through chains. Star linkage removes only documents that are like the kept one.",
                  grouped_number(chain->members), shortened(name, 200), grouped_number(chain->like_kept))};
}

/// Warns about pairs by chance. Chance says little where a second measure decides, or where compartments keep
/// most fingerprints from being compared.
Maybe about_chance(const ReportData& data) {
  if (!data.has_chance) return {};
  const double chance =
      chance_pairs_within(data.profile.fingerprints, data.bits, static_cast<int>(data.threshold));
  const auto found = static_cast<double>(data.pair_count);
  if (chance < 1 || chance < found / 100) return {};
  return ReportWarning{
      "Pairs by chance",
      fmt::format("About {} of the {} pairs are expected by chance alone at a distance of {} among {} "
                  "fingerprints. Use a smaller distance, 128 bits or similarity to avoid this.",
                  rounded_number(chance), grouped_number(data.pair_count), data.threshold,
                  grouped_number(data.profile.fingerprints))};
}

Maybe about_largest(const ReportData& data) {
  constexpr std::uint64_t kNoteworthy = 20;
  const double part = share(data.counts.largest, data.counts.documents);
  if (data.counts.largest < kNoteworthy || part < 0.05) return {};
  return ReportWarning{
      "One large cluster",
      fmt::format(
          "The largest cluster has {} documents, {:.1f} % of all. Often that is a form or a page frame "
          "with little text of its own: look at its differences below.",
          grouped_number(data.counts.largest), 100 * part)};
}

Maybe about_short(const ReportData& data) {
  if (data.too_short == 0) return {};
  return ReportWarning{
      "Short texts",
      fmt::format("{} ({:.1f} %) too short to judge: only exact copies of them were found.",
                  plural(data.too_short, "document"), 100 * share(data.too_short, data.counts.documents))};
}

Maybe about_missing_distances(const ReportData& data) {
  if (!data.by_similarity || data.without_fingerprint == 0) return {};
  return ReportWarning{"Without fingerprint",
                       fmt::format("The texts of {} were compared like all others, but they are too short "
                                   "for a fingerprint, so their pairs have no distance.",
                                   plural(data.without_fingerprint, "document"))};
}

/// Warns if a slightly stricter threshold would have left many pairs alone.
Maybe about_edge(const ReportData& data) {
  constexpr std::uint64_t kEnough = 20;
  if (!data.has_threshold) return {};
  std::uint64_t edge = 0;
  std::uint64_t near = 0;
  if (data.by_similarity) {
    const auto first = static_cast<std::size_t>(data.threshold * 100 + 1e-9);
    for (std::size_t i = first; i < 100; ++i) {
      near += data.pairs_by_percent[i];
      if (i < first + 2) edge += data.pairs_by_percent[i];
    }
  } else {
    const auto last = static_cast<std::size_t>(data.threshold);
    for (std::size_t i = 1; i <= last && i < data.pairs_by_distance.size(); ++i)
      near += data.pairs_by_distance[i];
    if (last > 1 && last < data.pairs_by_distance.size()) edge = data.pairs_by_distance[last];
  }
  if (near < kEnough || share(edge, near) < 0.4) return {};
  return ReportWarning{
      "Many pairs at the edge",
      fmt::format(
          "{:.0f} % of the near pairs are only just within the threshold. Whether they are duplicates "
          "decides this result: look at the last differences below.",
          100 * share(edge, near))};
}

Maybe about_recall(const ReportData& data) {
  if (!data.by_similarity || data.expected_recall >= 0.99) return {};
  return ReportWarning{
      "Some pairs are missed",
      fmt::format("The bands find {} of the pairs at the threshold; the exact join finds all.",
                  percent_text(data.expected_recall, 2))};
}

}  // namespace

std::vector<ReportWarning> report_warnings(const ReportInput& input, const ReportData& data) {
  std::vector<ReportWarning> warnings;
  for (Maybe warning :
       {about_skipped(data), about_chaining(input, data), about_chance(data), about_largest(data),
        about_edge(data), about_recall(data), about_short(data), about_missing_distances(data)}) {
    if (warning) warnings.push_back(*std::move(warning));
  }
  return warnings;
}

}  // namespace neardup::internal
