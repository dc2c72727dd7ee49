// Computes the MinHash values of a set: applies every hash function to every shingle and keeps the
// extreme values of each function. Private: not installed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace neardup::internal::simd {

/// The number of hash functions is a multiple of this, which makes a whole number of vectors on every target.
inline constexpr std::size_t kHashStep = 16;

/// The least and the greatest value of each function.
struct HashExtremes {
  std::span<std::uint32_t> minima;
  std::span<std::uint32_t> maxima;
};

/// Writes the least and the greatest value of each hash function over all shingles, or all ones and
/// zero if there are no shingles. Function i of a shingle x is multipliers[i] * low(x) + high(x)
/// modulo 2^32, where low and high are the halves of x.
/// REQUIRES: equal sizes, a multiple of kHashStep
void find_extremes(std::span<const std::uint64_t> shingles, std::span<const std::uint32_t> multipliers,
                   const HashExtremes& extremes) noexcept;

}  // namespace neardup::internal::simd
