// How many of the similar texts fingerprints can find.
//
// A bit of a SimHash is the side of a random hyperplane on which a text lies, so it differs between two texts
// with probability p = angle / pi, where the angle is that between their feature vectors (Charikar 2002). Bits
// are nearly independent, so the distance follows a binomial distribution.
//
// Two sets of equal size with Jaccard similarity J have the share r = 2 J / (1 + J) in common, which is the
// cosine. Features may have another width than the shingles of the similarity: if tokens change independently,
// shingles of s tokens keep the share q^s, so features of w tokens keep r^(w / s).
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "neardup/fingerprint/recipe_steps.h"

namespace neardup::internal {

/// Returns the expected share of the pairs of this similarity whose fingerprints of `bits` bits differ in at
/// most `max_distance` bits. `width` is the width of a feature in shingles of the similarity. Assumes features
/// of equal weight; otherwise it is a guide. REQUIRES: 0 <= similarity <= 1
[[nodiscard]] inline double expected_share_within(int bits, int max_distance, double similarity,
                                                  double width = 1) noexcept {
  if (max_distance >= bits) return 1;
  const double cosine = std::pow(2 * similarity / (1 + similarity), width);
  const double differs = std::acos(std::min(1.0, cosine)) / std::numbers::pi;
  double term = std::pow(1 - differs, bits);  // exactly `distance` bits differ
  double share = 0;
  for (int distance = 0; distance <= max_distance; ++distance) {
    share += term;
    term *= differs / (1 - differs) * (bits - distance) / (distance + 1);
  }
  return std::min(1.0, share);
}

/// Returns the width of a feature in shingles of the similarity; 1 where the two cannot be compared.
[[nodiscard]] inline double feature_width(const RecipeSteps& steps) noexcept {
  if (steps.tokens != TokenKind::words && steps.tokens != TokenKind::code) return 1;
  return static_cast<double>(steps.token_width) / steps.similarity_shingle;
}

}  // namespace neardup::internal
