// Finds all pairs of a new and a reference fingerprint within the distance, exactly. It answers the
// question: which documents of a new delivery are already in the archive? Pairs are (ordinal in the
// new set, ordinal in the reference set, distance), sorted in that order. EqualPairs::star lists
// every new document, but only the first of equal reference documents; EqualPairs::all lists every
// pair.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "neardup/join/hamming/self_join.h"
#include "neardup/join/near_pairs.h"
#include "neardup/util/bits128.h"

namespace neardup {

/// Returns the pairs as a list. Fingerprints must all have the same width; plain numbers of 64 or 128
/// bits, which need less memory, are fine too.
/// REQUIRES: at most 2^32 - 2 fingerprints in each set. Throws Error for options out of range.
[[nodiscard]] JoinResult cross_join(std::span<const Fingerprint> fingerprints,
                                    std::span<const Fingerprint> reference, const JoinOptions& options = {});
[[nodiscard]] JoinResult cross_join(std::span<const std::uint64_t> fingerprints,
                                    std::span<const std::uint64_t> reference,
                                    const JoinOptions& options = {});
[[nodiscard]] JoinResult cross_join(std::span<const Bits128> fingerprints, std::span<const Bits128> reference,
                                    const JoinOptions& options = {});

/// Returns the pairs in compact form, for counting them or passing them to a sink one by one.
[[nodiscard]] NearPairs find_cross_pairs(std::span<const std::uint64_t> fingerprints,
                                         std::span<const std::uint64_t> reference,
                                         const JoinOptions& options = {});
[[nodiscard]] NearPairs find_cross_pairs(std::span<const Bits128> fingerprints,
                                         std::span<const Bits128> reference, const JoinOptions& options = {});

}  // namespace neardup
