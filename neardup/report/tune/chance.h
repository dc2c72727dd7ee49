// Computes how many pairs of random fingerprints are near by chance alone: the baseline for any distance.
#pragma once

#include <cstdint>

namespace neardup::internal {

/// Returns the share of pairs of random fingerprints that differ in exactly `distance` bits:
/// C(bits, distance) / 2^bits.
[[nodiscard]] double chance_share(int bits, int distance) noexcept;

/// Returns the expected number of such pairs among this many random fingerprints.
[[nodiscard]] double chance_pairs(std::uint64_t fingerprints, int bits, int distance) noexcept;

/// Returns the expected number of pairs at all distances from 0 to `distance`.
[[nodiscard]] double chance_pairs_within(std::uint64_t fingerprints, int bits, int distance) noexcept;

}  // namespace neardup::internal
