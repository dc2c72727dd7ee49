// The SimHash vote: every feature votes with its weight for the bits of its hash and against the others.
//
// Integer votes are exact for any weights whose absolute values sum to less than 2^62. Real votes are added
// in the order given, with one rounding each, so that they equal the originals bit for bit on every machine.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "neardup/fingerprint/recipe_steps.h"

namespace neardup::internal {

/// Counts one vote per hash. Without hashes all bits are ties.
[[nodiscard]] std::uint64_t vote(std::span<const std::uint64_t> hashes, Tie tie);

/// Counts votes with integer weights; negative ones vote the other way. REQUIRES: equal sizes
[[nodiscard]] std::uint64_t vote(std::span<const std::uint64_t> hashes, std::span<const std::int64_t> weights,
                                 Tie tie);

/// Counts votes with real weights. REQUIRES: equal sizes
[[nodiscard]] std::uint64_t vote(std::span<const std::uint64_t> hashes, std::span<const double> weights,
                                 Tie tie);

/// Returns the sums of an integer vote: votes for minus votes against, bit by bit.
[[nodiscard]] std::array<std::int64_t, 64> vote_margins(std::span<const std::uint64_t> hashes,
                                                        std::span<const std::int64_t> weights);

}  // namespace neardup::internal
