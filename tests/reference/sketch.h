// MinHash as it is defined: one function after the other, one shingle after the other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

namespace neardup::reference {

inline std::uint32_t min_hash(std::span<const std::uint64_t> shingles, std::uint32_t multiplier) {
  std::uint32_t minimum = std::numeric_limits<std::uint32_t>::max();
  for (const std::uint64_t shingle : shingles) {
    const auto low = static_cast<std::uint32_t>(shingle);
    const auto high = static_cast<std::uint32_t>(shingle >> 32);
    minimum = std::min(minimum, multiplier * low + high);
  }
  return minimum;
}

}  // namespace neardup::reference
