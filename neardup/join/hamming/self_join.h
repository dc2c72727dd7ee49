// Finds all pairs of near fingerprints of one set, exactly: every pair within the distance, each
// once.
//
// The answer depends only on the fingerprints and the distance, not on the number of threads, the
// plan or the machine. Pairs are ordered by (first, second), first < second.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "neardup/fingerprint/fingerprint.h"
#include "neardup/join/join_options.h"
#include "neardup/join/near_pair.h"
#include "neardup/join/near_pairs.h"
#include "neardup/join/pair_stream.h"
#include "neardup/util/bits128.h"

namespace neardup {

struct JoinResult {
  std::vector<NearPair> pairs;  // empty if stopped
  JoinStats stats;
};

/// Returns the pairs as a list. Fingerprints must all have the same width; plain numbers of 64 or 128
/// bits, which need less memory, are fine too.
/// REQUIRES: at most 2^32 - 2 fingerprints. Throws Error for options out of range.
[[nodiscard]] JoinResult self_join(std::span<const Fingerprint> fingerprints,
                                   const JoinOptions& options = {});
[[nodiscard]] JoinResult self_join(std::span<const std::uint64_t> fingerprints,
                                   const JoinOptions& options = {});
[[nodiscard]] JoinResult self_join(std::span<const Bits128> fingerprints, const JoinOptions& options = {});

/// Calls the sink with every pair, on this thread and in the order of the pairs: for answers larger
/// than memory. Holds at most options.max_pairs pairs at a time, 2^24 unless set. Same requirements
/// and errors as above.
JoinStats self_join(std::span<const std::uint64_t> fingerprints, const JoinOptions& options,
                    const std::function<void(const NearPair&)>& sink);
JoinStats self_join(std::span<const Bits128> fingerprints, const JoinOptions& options,
                    const std::function<void(const NearPair&)>& sink);

/// Returns the pairs in compact form, which can count them before unfolding them. Same requirements
/// and errors as above.
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

}  // namespace neardup
