// Exact similarity measures of two feature lists: a second opinion after a small Hamming distance.
#pragma once

#include <cstddef>

namespace neardup {

namespace internal {
struct Features;
}

/// Says what two documents share. The set measures ignore repetition and weights; the vector measures use the
/// sum of the weights of each distinct feature (its number of occurrences if the features have no weights).
struct Overlap {
  double jaccard = 0;      // common / all distinct features; 0 if both are empty
  double containment = 0;  // common / the smaller number of distinct features
  double cosine = 0;       // of the weight vectors; 0 if one is empty
  double euclidean = 0;    // distance between the weight vectors
  std::size_t common = 0;  // distinct features in both
  std::size_t all = 0;     // distinct features in either
};

[[nodiscard]] Overlap overlap(const internal::Features& a, const internal::Features& b);

}  // namespace neardup
