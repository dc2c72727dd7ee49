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
  std::uint64_t fingerprints = 0;         // different ones of the collection: copies are no pairs here
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

/// Takes at most `most` of the different fingerprints, by a hash of them; all of a smaller collection. Needs
/// a copy of all fingerprints for a moment.
[[nodiscard]] DistanceProfile profile_distances(const Collection& collection, std::size_t most,
                                                int threads = 0);

}  // namespace neardup
