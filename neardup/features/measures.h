// Exact measures of two feature lists: the second opinion behind a small Hamming distance.
#pragma once

#include "neardup/features/features.h"

namespace neardup {

/// What two documents share. Sets ignore repetition and weights; the vector measures use the sum of the
/// weights of each distinct feature (its number of occurrences when the features have no weights).
struct Overlap {
  double jaccard = 0;      // common / all distinct features; 0 when both have none
  double containment = 0;  // common / the smaller number of distinct features
  double cosine = 0;       // of the weight vectors; 0 when one is empty
  double euclidean = 0;    // distance of the weight vectors
  std::size_t common = 0;  // distinct features in both
  std::size_t all = 0;     // distinct features in either
};

[[nodiscard]] Overlap overlap(const Features& a, const Features& b);

}  // namespace neardup
