// Bounds for set similarity: which sets can be similar enough by size alone, and how many elements
// they must share. Every comparison uses the division that defines the similarity itself, so no
// filter can disagree with it because of rounding: a correctly rounded quotient never decreases
// when the exact one increases.
#pragma once

#include <cstddef>

namespace neardup::internal {

[[nodiscard]] inline double jaccard(std::size_t common, std::size_t first, std::size_t second) noexcept {
  return static_cast<double>(common) / static_cast<double>(first + second - common);
}

/// Returns false if the sizes alone rule out the similarity: two sets share at most all elements of
/// the smaller one.
[[nodiscard]] inline bool sizes_allow(std::size_t smaller, std::size_t larger, double similarity) noexcept {
  return static_cast<double>(smaller) / static_cast<double>(larger) >= similarity;
}

/// Returns the least number of common elements with which two sets of these sizes reach the
/// similarity.
[[nodiscard]] inline std::size_t least_overlap(std::size_t first, std::size_t second,
                                               double similarity) noexcept {
  const auto total = static_cast<double>(first + second);
  auto overlap = static_cast<std::size_t>(similarity / (1 + similarity) * total);  // exact up to rounding
  while (overlap > 0 && jaccard(overlap - 1, first, second) >= similarity) --overlap;
  while (jaccard(overlap, first, second) < similarity) ++overlap;
  return overlap;
}

/// Returns the size of the smallest subset of a set that is similar enough to the set.
[[nodiscard]] inline std::size_t least_size(std::size_t size, double similarity) noexcept {
  auto least = static_cast<std::size_t>(similarity * static_cast<double>(size));
  while (least > 0 && jaccard(least - 1, least - 1, size) >= similarity) --least;
  while (jaccard(least, least, size) < similarity) ++least;
  return least;
}

}  // namespace neardup::internal
