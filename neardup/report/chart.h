// The drawings of the page, as inline SVG. Colours come from the style sheet by class, so that they follow
// light and dark; every mark has a title that tells its numbers.
#pragma once

#include <string>

#include "neardup/report/report_data.h"

namespace neardup {

/// Pairs by distance, logarithmic: those found, those estimated from the sample, and the curve of chance.
[[nodiscard]] std::string distance_chart(const ReportData& data);

/// Found pairs by similarity, logarithmic.
[[nodiscard]] std::string similarity_chart(const ReportData& data);

/// How many clusters have how many documents, both logarithmic.
[[nodiscard]] std::string cluster_size_chart(const ReportData& data);

/// The bits of two fingerprints one above the other: ones full, zeros empty, differing ones in a colour of
/// their own, weak ones pale; `blocks` parts by border lines. Empty when one has no bits.
[[nodiscard]] std::string bit_strip(const DiffSide& first, const DiffSide& second, std::size_t blocks);

/// What the sample says about all pairs at this distance.
[[nodiscard]] double estimated_pairs(const ReportData& data, std::size_t distance);

}  // namespace neardup
