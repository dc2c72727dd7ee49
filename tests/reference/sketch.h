// MinHash as it is defined: one function after the other, one shingle after the other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

namespace neardup::internal::reference {

struct Extremes {
  std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t greatest = 0;
};

inline Extremes extremes(std::span<const std::uint64_t> shingles, std::uint32_t multiplier) {
  Extremes result;
  for (const std::uint64_t shingle : shingles) {
    const auto low = static_cast<std::uint32_t>(shingle);
    const auto high = static_cast<std::uint32_t>(shingle >> 32);
    result.least = std::min(result.least, multiplier * low + high);
    result.greatest = std::max(result.greatest, multiplier * low + high);
  }
  return result;
}

}  // namespace neardup::internal::reference
