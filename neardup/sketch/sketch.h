// The sketch of a document: a MinHash over its shingle set, kept as one 32-bit key per band.
//
// Hash function i of a shingle is multiplier[i] * low + high modulo 2^32, on the halves of its 64-bit
// hash. For two functions whose multipliers differ by an odd number, the map from (low, high) to the
// two values is one to one, so on uniformly distributed hashes the functions are pairwise independent;
// an even difference costs only the lowest bits, which hardly ever decide a minimum.
//
// Both the minimum and the maximum of a function are MinHash values (Ji et al., "Min-max hash for
// Jaccard similarity"): half of the bands consist of minima, the other half of maxima. The two values
// of one function are not independent, which does no harm: they are never in the same band, and where
// one differs by bad luck, the other is equal slightly more often.
//
// Only the band keys are kept. 32 bits are enough: among 10^7 documents about 12,000 pairs agree in a
// given band by chance, and almost none in two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/sketch/sketch_plan.h"

namespace neardup::internal {

/// Computes band keys. Thread-safe after construction.
class Sketcher {
 public:
  /// Chooses the hash functions by seed, so that measurements can show that no lucky set was picked.
  /// REQUIRES: at most kMostFunctions functions
  explicit Sketcher(const SketchPlan& plan, std::uint64_t seed = 0);
  static constexpr std::size_t kMostFunctions = 128;

  [[nodiscard]] const SketchPlan& plan() const noexcept { return plan_; }

  /// Writes the keys of all bands. REQUIRES: keys.size() == plan().bands; the shingles are uniformly
  /// distributed, as hashes are
  void band_keys(std::span<const std::uint64_t> shingles, std::span<std::uint32_t> keys) const noexcept;

 private:
  SketchPlan plan_;
  std::vector<std::uint32_t> multipliers_;  // padded to whole vectors
};

/// Returns a digest that is equal for equal sets in any order, and for different sets with probability 2^-64.
[[nodiscard]] std::uint64_t set_digest(std::span<const std::uint64_t> shingles) noexcept;

}  // namespace neardup::internal
