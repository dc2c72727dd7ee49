// The MinHash values of a set: every hash function of every shingle, and the extreme values of each function.
// Private: not installed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace neardup::simd {

/// The number of hash functions is a multiple of this: a whole number of vectors on every target.
inline constexpr std::size_t kHashStep = 16;

/// The extremes of each function.
struct HashExtremes {
  std::span<std::uint32_t> minima;
  std::span<std::uint32_t> maxima;
};

/// Function i of a shingle x is multipliers[i] * low(x) + high(x), modulo 2^32, where low and high are the
/// halves of x. Writes the least and the greatest value of each function over all shingles; all ones and zero
/// when there is no shingle. REQUIRES: equal sizes, a multiple of kHashStep
void find_extremes(std::span<const std::uint64_t> shingles, std::span<const std::uint32_t> multipliers,
                   const HashExtremes& extremes) noexcept;

}  // namespace neardup::simd
