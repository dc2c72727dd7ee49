// The vector kernels as plain functions. Each is a Highway source in this folder; every call runs
// the version for the best target of the machine, and NEARDUP_SIMD=scalar in the environment forces
// the scalar one. Every target gives the same bits. Thread-safe. Private: not installed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace neardup::internal::simd {

using BitCounts = std::array<std::uint64_t, 64>;
using BitSums = std::array<double, 64>;

/// Returns the majority of every bit: 1 where more than half of the hashes have it, `tie` where
/// exactly half have it.
[[nodiscard]] std::uint64_t majority(std::span<const std::uint64_t> hashes, bool tie) noexcept;

/// Returns the weighted majority of every bit: 1 where the hashes with the bit outweigh those
/// without it, `tie` where both weigh the same.
/// REQUIRES: equal sizes, no negative weight, total below 2^62
[[nodiscard]] std::uint64_t weighted_majority(std::span<const std::uint64_t> hashes,
                                              std::span<const std::int64_t> weights, bool tie) noexcept;

/// Returns, for every bit, how many hashes have it.
[[nodiscard]] BitCounts count_ones(std::span<const std::uint64_t> hashes) noexcept;

/// Returns, for every bit, the total weight of the hashes that have it.
/// REQUIRES: as for weighted_majority
[[nodiscard]] BitCounts weigh_ones(std::span<const std::uint64_t> hashes,
                                   std::span<const std::int64_t> weights) noexcept;

/// Returns, for every bit, the sum of +weight where the hash has it and -weight where it does not,
/// added in the given order with one rounding each, exactly as a plain loop does.
/// REQUIRES: equal sizes
[[nodiscard]] BitSums sum_signed(std::span<const std::uint64_t> hashes,
                                 std::span<const double> weights) noexcept;

/// One 64-byte block of a padded message as little-endian words, and the state of MD5 (RFC 1321) as
/// A, B, C, D.
using Md5Block = std::array<std::uint32_t, 16>;
using Md5State = std::array<std::uint32_t, 4>;

/// Feeds blocks[i] to states[i], many at once: one per lane.
/// REQUIRES: equal sizes
void md5_compress(std::span<const Md5Block> blocks, std::span<Md5State> states) noexcept;

/// Returns the name of the target in use, e.g. "AVX2" or "SCALAR".
[[nodiscard]] const char* target_name() noexcept;

}  // namespace neardup::internal::simd
