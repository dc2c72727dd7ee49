// The sketch of a document: a MinHash over its shingle set, kept as one 32-bit key for each band.
//
// Hash function i of a shingle is multiplier[i] * low + high modulo 2^32, on the halves of its 64-bit hash.
// For two functions whose multipliers differ by an odd number the map from (low, high) to the two values is
// one to one, so on hashes that are spread evenly the functions are independent in pairs; an even difference
// costs only the lowest bits, which hardly ever decide a minimum.
//
// Both the least and the greatest value of a function are MinHash values (Ji et al., "Min-max hash for
// Jaccard similarity"): half of the bands are made of minima, the other half of maxima. The two of one
// function are not independent, which does no harm: they are never in one band, and where the one differs by
// bad luck the other is a little more often equal.
//
// Only the keys of the bands are kept. 32 bits are enough: among 10^7 documents chance makes about 12,000
// pairs agree in a given band, and next to none in two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/fingerprint/sketch_plan.h"

namespace neardup {

/// Thread-safe after construction.
class Sketcher {
 public:
  /// Another seed takes other hash functions: for measuring that none was picked. REQUIRES: at most
  /// kMostFunctions functions
  explicit Sketcher(const SketchPlan& plan, std::uint64_t seed = 0);
  static constexpr std::size_t kMostFunctions = 128;

  [[nodiscard]] const SketchPlan& plan() const noexcept { return plan_; }

  /// Writes the keys of all bands. REQUIRES: keys.size() == plan().bands; the shingles are spread evenly, as
  /// hashes are
  void band_keys(std::span<const std::uint64_t> shingles, std::span<std::uint32_t> keys) const noexcept;

 private:
  SketchPlan plan_;
  std::vector<std::uint32_t> multipliers_;  // filled up to whole vectors
};

/// Equal for equal sets whatever their order, and for different sets once in 2^64.
[[nodiscard]] std::uint64_t set_digest(std::span<const std::uint64_t> shingles) noexcept;

}  // namespace neardup
