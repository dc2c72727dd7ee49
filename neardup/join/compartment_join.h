// All pairs of near fingerprints inside compartments, exactly. Fingerprints of different compartments are
// never looked at together, so that a hundred thousand sites with one template do not cost what their
// cross product would, and small compartments have no set-up: their fingerprints are compared pair by pair.
#pragma once

#include <cstdint>
#include <span>

#include "neardup/fingerprint/bits128.h"
#include "neardup/join/join_options.h"
#include "neardup/join/near_pairs.h"

namespace neardup {

/// As find_near_pairs, of those with equal numbers; the star is that of each compartment. REQUIRES: a
/// compartment for each fingerprint, numbered from 0 without large gaps. Throws Error.
[[nodiscard]] NearPairs find_near_pairs_within(std::span<const std::uint64_t> fingerprints,
                                               std::span<const std::uint32_t> compartments,
                                               const JoinOptions& options = {});
[[nodiscard]] NearPairs find_near_pairs_within(std::span<const Bits128> fingerprints,
                                               std::span<const std::uint32_t> compartments,
                                               const JoinOptions& options = {});

}  // namespace neardup
