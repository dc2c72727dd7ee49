// Slots of hashes in tables whose size is a power of two: Fibonacci hashing (Knuth, The Art of Computer
// Programming 6.4). Multiplying by 2^64 / golden ratio makes every bit of the hash count in the top bits of
// the product, so that the table may take those, even if the top bits of the hash itself are poor.
#pragma once

#include <cstdint>

namespace neardup::internal {

/// 2^64 / golden ratio, made odd, so that multiplying by it is one-to-one.
inline constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;

/// Returns the slot of a hash in a table of 2^(64 - shift) slots. REQUIRES: 0 < shift < 64
[[nodiscard]] constexpr std::uint64_t spread_hash(std::uint64_t hash, int shift) noexcept {
  return (hash * kGoldenRatio) >> shift;
}

}  // namespace neardup::internal
