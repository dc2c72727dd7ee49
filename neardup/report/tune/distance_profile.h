// Measures how far apart the documents of a collection are: counts the distances of all pairs of a sample.
// Compare it with what chance alone would give (chance.h): real collections have a hump at half the width, as
// chance has, and a slope of duplicates at the near end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/collection/collection.h"
#include "neardup/util/bits128.h"

namespace neardup::internal {

struct DistanceProfile {
  std::uint64_t fingerprints = 0;  // distinct fingerprints of the collection; copies are not pairs here
  std::uint64_t sampled = 0;       // distinct fingerprints compared with each other
  std::vector<std::uint64_t> pairs = {};  // pairs of distinct fingerprints by distance, 0 to the width

  /// Returns the factor from a count in the sample to an estimate for the whole collection.
  [[nodiscard]] double scale() const noexcept;
};

/// Counts the pairs of fingerprints at each distance, 0 to `bits`, equal fingerprints included: one popcount
/// per pair, on all threads (0: one per core), with no memory that grows with the pairs.
[[nodiscard]] std::vector<std::uint64_t> count_distances(std::span<const std::uint64_t> words, int bits,
                                                         int threads = 0);
[[nodiscard]] std::vector<std::uint64_t> count_distances(std::span<const Bits128> words, int threads = 0);

/// Profiles at most `most` of the distinct fingerprints, chosen by hash, or all of a smaller collection.
/// Needs a temporary copy of all fingerprints.
[[nodiscard]] DistanceProfile profile_distances(const Collection& collection, std::size_t most,
                                                int threads = 0);

}  // namespace neardup::internal
