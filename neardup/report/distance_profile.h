// How far apart the documents of a collection are: the distances of all pairs of a sample, counted one by
// one. Beside it stands what chance alone would give (chance.h): real collections have a hump at half the
// width, as chance has, and a slope of duplicates at the near end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/fingerprint/bits128.h"
#include "neardup/fingerprint/collection.h"

namespace neardup {

struct DistanceProfile {
  std::uint64_t fingerprints = 0;         // of the collection
  std::uint64_t sampled = 0;              // different ones that were compared with each other
  std::vector<std::uint64_t> pairs = {};  // by distance, 0 to the width; equal fingerprints are one

  /// What a count of the sample means for the whole collection.
  [[nodiscard]] double scale() const noexcept;
};

/// How many pairs of the list are at each distance, 0 to `bits`, equal words included: one popcount a pair,
/// on all threads (0: one for each core), no memory that grows with the pairs.
[[nodiscard]] std::vector<std::uint64_t> count_distances(std::span<const std::uint64_t> words, int bits,
                                                         int threads = 0);
[[nodiscard]] std::vector<std::uint64_t> count_distances(std::span<const Bits128> words, int threads = 0);

/// Takes every n-th fingerprint so that at most `most` remain; all of a smaller collection.
[[nodiscard]] DistanceProfile profile_distances(const Collection& collection, std::size_t most,
                                                int threads = 0);

}  // namespace neardup
