// The vote as anybody would write it first: bit by bit, feature by feature.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace neardup::internal::reference {

/// +weight where the hash has the bit, -weight where not, in order.
template <typename Weight>
std::array<Weight, 64> sum_signed(std::span<const std::uint64_t> hashes, std::span<const Weight> weights) {
  std::array<Weight, 64> sums{};
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    for (std::size_t bit = 0; bit < 64; ++bit) {
      if (((hashes[i] >> bit) & 1) != 0) {
        sums[bit] += weights[i];
      } else {
        sums[bit] -= weights[i];
      }
    }
  }
  return sums;
}

template <typename Weight>
std::uint64_t vote(std::span<const std::uint64_t> hashes, std::span<const Weight> weights, bool tie) {
  const std::array<Weight, 64> sums = sum_signed(hashes, weights);
  std::uint64_t bits = 0;
  for (std::size_t bit = 0; bit < 64; ++bit) {
    if (sums[bit] > 0 || (sums[bit] == 0 && tie)) bits |= std::uint64_t{1} << bit;
  }
  return bits;
}

inline std::array<std::uint64_t, 64> count_ones(std::span<const std::uint64_t> hashes) {
  std::array<std::uint64_t, 64> counts{};
  for (const std::uint64_t hash : hashes) {
    for (std::size_t bit = 0; bit < 64; ++bit) counts[bit] += (hash >> bit) & 1;
  }
  return counts;
}

}  // namespace neardup::internal::reference
