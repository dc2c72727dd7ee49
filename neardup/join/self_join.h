// All pairs of near fingerprints of one set, exactly: every pair within the distance, each once.
//
// The answer depends on the fingerprints and the distance only: not on the number of threads, the plan or the
// machine. Pairs are ordered by (first, second), first < second.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "neardup/fingerprint/bits128.h"
#include "neardup/join/join_options.h"
#include "neardup/join/near_pair.h"
#include "neardup/join/near_pairs.h"

namespace neardup {

struct JoinResult {
  std::vector<NearPair> pairs;  // empty when stopped
  JoinStats stats;
};

/// REQUIRES: at most 2^32 - 2 fingerprints. Throws Error for options out of range.
[[nodiscard]] JoinResult self_join(std::span<const std::uint64_t> fingerprints,
                                   const JoinOptions& options = {});
[[nodiscard]] JoinResult self_join(std::span<const Bits128> fingerprints, const JoinOptions& options = {});

/// The same to a sink, which is called on this thread in the order of the pairs: for answers larger than
/// memory.
JoinStats self_join(std::span<const std::uint64_t> fingerprints, const JoinOptions& options,
                    const std::function<void(const NearPair&)>& sink);
JoinStats self_join(std::span<const Bits128> fingerprints, const JoinOptions& options,
                    const std::function<void(const NearPair&)>& sink);

/// The same in compact form: can tell how many pairs there would be before they are made.
[[nodiscard]] NearPairs find_near_pairs(std::span<const std::uint64_t> fingerprints,
                                        const JoinOptions& options = {});
[[nodiscard]] NearPairs find_near_pairs(std::span<const Bits128> fingerprints,
                                        const JoinOptions& options = {});

}  // namespace neardup
