// Weights of features. All of them work on distinct features, in order of first appearance.
#pragma once

#include <cstddef>
#include <cstdint>

#include "neardup/features/features.h"
#include "neardup/features/idf_table.h"

namespace neardup {

/// Keeps the first of equal features and gives it the number of its occurrences as weight.
void count_features(Features& features);

/// 8 + floor(8 log2(count)): 8, 16, 20, 24, 26, … Exact integer arithmetic, so that it is the same
/// everywhere. Counts above 65,535 weigh as that. REQUIRES: count >= 1
[[nodiscard]] std::uint32_t log_weight(std::uint64_t count) noexcept;

/// Turns counts into count * (idf / total count), divided first, as Python's jieba does.
void weigh_by_tfidf(Features& features, const IdfTable& idf);

/// Five equal-width bands of the range of the weights, 1 the lowest; all 1 when the weights are equal.
void weigh_in_levels(Features& features);

/// Heaviest first, equal weights in order of appearance, at most `top` of them.
void keep_heaviest(Features& features, std::size_t top);

}  // namespace neardup
