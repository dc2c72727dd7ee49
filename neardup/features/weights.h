// Feature weights. All functions work on distinct features, in order of first appearance.
#pragma once

#include <cstddef>
#include <cstdint>

#include "neardup/features/features.h"
#include "neardup/features/idf_table.h"

namespace neardup::internal {

/// Keeps the first of equal features and sets its weight to the number of occurrences.
void count_features(Features& features);

/// Returns 8 + floor(8 log2(count)): 8, 16, 20, 24, 26, … Uses exact integer arithmetic, so that the result
/// is the same on every platform. Counts above 65,535 weigh as much as 65,535. REQUIRES: count >= 1
[[nodiscard]] std::uint32_t log_weight(std::uint64_t count) noexcept;

/// Turns counts into count * (idf / total count), dividing first as Python's jieba does.
void weigh_by_tfidf(Features& features, const IdfTable& idf);

/// Replaces weights with the levels 1 (lowest) to 5: five bands of equal width over the range of the
/// weights. All levels are 1 if all weights are equal.
void weigh_in_levels(Features& features);

/// Keeps at most `top` features, heaviest first; equal weights stay in order of appearance.
void keep_heaviest(Features& features, std::size_t top);

}  // namespace neardup::internal
