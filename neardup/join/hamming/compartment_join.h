// Finds all pairs of near fingerprints inside compartments, exactly. The join never compares
// fingerprints of different compartments, so a hundred thousand sites with one template do not cost
// what their cross product would. Small compartments need no set-up: their fingerprints are
// compared pair by pair.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "neardup/join/compact_pairs.h"
#include "neardup/join/hamming_join.h"
#include "neardup/util/bits128.h"

namespace neardup::internal {

/// Returns the near pairs among fingerprints with equal compartment numbers, like find_near_pairs;
/// with EqualPairs::star each compartment has stars of its own. Like find_new_near_pairs, leaves out
/// pairs of two of the first `reference` fingerprints unless unfolding needs them. REQUIRES: one
/// compartment per fingerprint, numbered from 0 without large gaps. Throws Error for options out of
/// range or too many fingerprints.
[[nodiscard]] NearPairs find_near_pairs_within(std::span<const std::uint64_t> fingerprints,
                                               std::span<const std::uint32_t> compartments,
                                               const JoinOptions& options = {}, std::size_t reference = 0);
[[nodiscard]] NearPairs find_near_pairs_within(std::span<const Bits128> fingerprints,
                                               std::span<const std::uint32_t> compartments,
                                               const JoinOptions& options = {}, std::size_t reference = 0);

}  // namespace neardup::internal
