// Fingerprint joins whose answers stay in compact form, which can count the pairs before unfolding them.
#pragma once

#include <cstdint>
#include <span>

#include "neardup/join/compact_pairs.h"
#include "neardup/join/hamming_join.h"
#include "neardup/join/pair_stream.h"
#include "neardup/util/bits128.h"

namespace neardup::internal {

/// Returns the pairs in compact form, which can count them before unfolding them. Same requirements
/// and errors as self_join().
[[nodiscard]] NearPairs find_near_pairs(std::span<const std::uint64_t> fingerprints,
                                        const JoinOptions& options = {});
[[nodiscard]] NearPairs find_near_pairs(std::span<const Bits128> fingerprints,
                                        const JoinOptions& options = {});

/// Lists the pairs of a self join that gave up at JoinOptions::max_pairs, a few documents at a time.
/// REQUIRES: `overflowed` is the answer for these fingerprints; the fingerprints outlive the stream
[[nodiscard]] PairStream stream_near_pairs(std::span<const std::uint64_t> fingerprints,
                                           const NearPairs& overflowed, const JoinOptions& options);
[[nodiscard]] PairStream stream_near_pairs(std::span<const Bits128> fingerprints, const NearPairs& overflowed,
                                           const JoinOptions& options);

/// Returns the pairs in compact form, for counting them or passing them to a sink one by one.
[[nodiscard]] NearPairs find_cross_pairs(std::span<const std::uint64_t> fingerprints,
                                         std::span<const std::uint64_t> reference,
                                         const JoinOptions& options = {});
[[nodiscard]] NearPairs find_cross_pairs(std::span<const Bits128> fingerprints,
                                         std::span<const Bits128> reference, const JoinOptions& options = {});

}  // namespace neardup::internal
