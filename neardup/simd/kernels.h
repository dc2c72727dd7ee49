// The vector kernels, as plain functions. Each is a Highway source in this folder, dispatched once per call
// to the best target of the machine; NEARDUP_SIMD=scalar in the environment forces the plain one. Every
// target gives the same bits. Private: not installed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace neardup::simd {

using BitCounts = std::array<std::uint64_t, 64>;
using BitSums = std::array<double, 64>;

/// The majority of every bit: 1 where more than half of the hashes have it, `tie` (all ones or zero) where
/// exactly half have.
[[nodiscard]] std::uint64_t majority(std::span<const std::uint64_t> hashes, bool tie) noexcept;

/// The same by weight: 1 where the hashes that have the bit outweigh those that have not.
/// REQUIRES: equal sizes, no negative weight, total below 2^62
[[nodiscard]] std::uint64_t weighted_majority(std::span<const std::uint64_t> hashes,
                                              std::span<const std::int64_t> weights, bool tie) noexcept;

/// For every bit, how many hashes have it.
[[nodiscard]] BitCounts count_ones(std::span<const std::uint64_t> hashes) noexcept;

/// For every bit, the weight of the hashes that have it. REQUIRES: as weighted_majority
[[nodiscard]] BitCounts weigh_ones(std::span<const std::uint64_t> hashes,
                                   std::span<const std::int64_t> weights) noexcept;

/// For every bit, the sum of +weight where the hash has it and -weight where not, added in the given order
/// with one rounding each, as the plain loop does. REQUIRES: equal sizes
[[nodiscard]] BitSums sum_signed(std::span<const std::uint64_t> hashes,
                                 std::span<const double> weights) noexcept;

/// One 64-byte block of a padded message, little-endian words, and the state of MD5 (RFC 1321) as A, B, C, D.
using Md5Block = std::array<std::uint32_t, 16>;
using Md5State = std::array<std::uint32_t, 4>;

/// Feeds blocks[i] to states[i], many at once: a lane each. REQUIRES: equal sizes
void md5_compress(std::span<const Md5Block> blocks, std::span<Md5State> states) noexcept;

/// The name of the target in use, e.g. "AVX2" or "SCALAR".
[[nodiscard]] const char* target_name() noexcept;

}  // namespace neardup::simd
