// Finds the near pairs of a new set, with itself and with a reference, without comparing the
// reference with itself: a self join of the new set, and a cross join of both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "neardup/join/compact_pairs.h"
#include "neardup/join/hamming_join.h"
#include "neardup/util/bits128.h"

namespace neardup::internal {

/// Returns the pairs that find_near_pairs() returns, except that pairs of two of the first `reference`
/// fingerprints are left out unless unfolding needs them (PairParts). Throws Error as find_near_pairs().
[[nodiscard]] NearPairs find_new_near_pairs(std::span<const std::uint64_t> fingerprints,
                                            std::size_t reference, const JoinOptions& options);
[[nodiscard]] NearPairs find_new_near_pairs(std::span<const Bits128> fingerprints, std::size_t reference,
                                            const JoinOptions& options);

}  // namespace neardup::internal
