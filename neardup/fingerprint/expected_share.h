// How many of the similar texts fingerprints can find.
//
// A bit of a SimHash is the side of a random hyperplane on which a text lies, so it differs between two texts
// with probability p = angle / pi, where the angle is that between their feature vectors (Charikar 2002). Two
// sets of equal size with Jaccard similarity J have the cosine 2 J / (1 + J). Bits are nearly independent, so
// the distance follows a binomial distribution.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

namespace neardup::internal {

/// Returns the expected share of the pairs of this similarity whose fingerprints of `bits` bits differ in at
/// most `max_distance` bits. Exact for features of equal weight that are the shingles of the similarity itself;
/// where features are weighted or cut differently, a guide. REQUIRES: 0 <= similarity <= 1
[[nodiscard]] inline double expected_share_within(int bits, int max_distance, double similarity) noexcept {
  if (max_distance >= bits) return 1;
  const double differs = std::acos(std::min(1.0, 2 * similarity / (1 + similarity))) / std::numbers::pi;
  double term = std::pow(1 - differs, bits);  // exactly `distance` bits differ
  double share = 0;
  for (int distance = 0; distance <= max_distance; ++distance) {
    share += term;
    term *= differs / (1 - differs) * (bits - distance) / (distance + 1);
  }
  return std::min(1.0, share);
}

}  // namespace neardup::internal
