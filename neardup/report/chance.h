// How many pairs are near by chance alone: what any distance must be seen against.
#pragma once

#include <cstdint>

namespace neardup {

/// The share of pairs of random fingerprints that differ in exactly `distance` bits: C(bits, distance) /
/// 2^bits.
[[nodiscard]] double chance_share(int bits, int distance) noexcept;

/// The number of such pairs expected among this many random fingerprints.
[[nodiscard]] double chance_pairs(std::uint64_t fingerprints, int bits, int distance) noexcept;

/// The same for all distances from 0 to `distance`.
[[nodiscard]] double chance_pairs_within(std::uint64_t fingerprints, int bits, int distance) noexcept;

}  // namespace neardup
