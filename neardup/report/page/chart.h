// Draws the charts of the page as inline SVG. Colours come from the style sheet by class, so that they follow
// light and dark mode; every mark has a title with its numbers.
#pragma once

#include <string>

#include "neardup/report/page/page_words.h"
#include "neardup/report/page/report_data.h"

namespace neardup::internal {

/// Draws pairs by distance, logarithmic: found, estimated from the sample, and the curve of chance.
[[nodiscard]] std::string distance_chart(const ReportData& data, const PageWords& words);

/// Draws found pairs by similarity, logarithmic.
[[nodiscard]] std::string similarity_chart(const ReportData& data, const PageWords& words);

/// Draws the number of clusters by the number of documents in them, both logarithmic.
[[nodiscard]] std::string cluster_size_chart(const ReportData& data, const PageWords& words);

/// Draws the bits of two fingerprints, one above the other: ones full, zeros empty, differing bits in a
/// colour of their own, weak bits pale. Border lines divide the strip into `blocks` parts. Returns an
/// empty string if either side has no bits.
[[nodiscard]] std::string bit_strip(const DiffSide& first, const DiffSide& second, std::size_t blocks);

/// Returns the number of all pairs at this distance, estimated from the sample.
[[nodiscard]] double estimated_pairs(const ReportData& data, std::size_t distance);

}  // namespace neardup::internal
