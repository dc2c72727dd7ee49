// All pairs of a new and a reference fingerprint within the distance, exactly: what of a new delivery is in
// the archive already. Pairs are (ordinal in the new set, ordinal in the reference set, distance), in that
// order. With EqualPairs::star every new document is listed, and of equal reference documents only the first;
// with `all` every pair.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "neardup/fingerprint/bits128.h"
#include "neardup/join/near_pairs.h"
#include "neardup/join/self_join.h"

namespace neardup {

/// REQUIRES: at most 2^32 - 2 fingerprints in each set. Throws Error for options out of range.
[[nodiscard]] JoinResult cross_join(std::span<const std::uint64_t> fingerprints,
                                    std::span<const std::uint64_t> reference,
                                    const JoinOptions& options = {});
[[nodiscard]] JoinResult cross_join(std::span<const Bits128> fingerprints, std::span<const Bits128> reference,
                                    const JoinOptions& options = {});

/// In compact form, for counting and for sinks.
[[nodiscard]] NearPairs find_cross_pairs(std::span<const std::uint64_t> fingerprints,
                                         std::span<const std::uint64_t> reference,
                                         const JoinOptions& options = {});
[[nodiscard]] NearPairs find_cross_pairs(std::span<const Bits128> fingerprints,
                                         std::span<const Bits128> reference, const JoinOptions& options = {});

}  // namespace neardup
