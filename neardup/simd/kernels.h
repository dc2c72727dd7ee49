// The vector kernels, as plain functions. Each is a Highway source in this folder, dispatched once per call to
// the best target of the machine; NEARDUP_SIMD=scalar in the environment forces the plain one. Every target gives
// the same bits. Private: not installed.
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

/// For every bit, how many hashes have it.
[[nodiscard]] BitCounts count_ones(std::span<const std::uint64_t> hashes) noexcept;

/// For every bit, the sum of +weight where the hash has it and -weight where not, added in the given order with
/// one rounding each, as the plain loop does. REQUIRES: equal sizes
[[nodiscard]] BitSums sum_signed(std::span<const std::uint64_t> hashes, std::span<const double> weights) noexcept;

/// The name of the target in use, e.g. "AVX2" or "SCALAR".
[[nodiscard]] const char* target_name() noexcept;

}  // namespace neardup::simd
