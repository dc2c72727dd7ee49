// The MinHash values of a set: every hash function of every shingle, and the least value of each function.
// Private: not installed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace neardup::simd {

/// The number of hash functions is a multiple of this: a whole number of vectors on every target.
inline constexpr std::size_t kHashStep = 16;

/// minima[i] = min over the shingles x of multipliers[i] * low(x) + high(x), modulo 2^32, where low and high
/// are the halves of x; all ones when there is no shingle. REQUIRES: equal sizes, a multiple of kHashStep
void min_hashes(std::span<const std::uint64_t> shingles, std::span<const std::uint32_t> multipliers,
                std::span<std::uint32_t> minima) noexcept;

}  // namespace neardup::simd
