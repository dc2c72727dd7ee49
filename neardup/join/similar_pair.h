// One pair of a similarity join's answer.
#pragma once

#include <compare>
#include <cstdint>

namespace neardup {

/// Two documents, by their ordinals (first < second), and the exact Jaccard similarity of their
/// shingle sets.
struct SimilarPair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  double similarity = 0;
  friend auto operator<=>(const SimilarPair&, const SimilarPair&) = default;
};

}  // namespace neardup
