// Enumerates all keys within a few bits of a key, nearest first.
#pragma once

#include <algorithm>
#include <cstdint>

namespace neardup::index {

/// Calls visit(key, flips) for every key of `bits` bits that differs from `key` in flips <= most
/// bits. Stops and returns false if a visit returns false.
template <typename Visit>
bool for_each_near_key(std::uint32_t key, int bits, int most, const Visit& visit) {
  if (most >= 0 && !visit(key, 0)) return false;
  const std::uint64_t end = std::uint64_t{1} << bits;
  for (int flips = 1; flips <= std::min(most, bits); ++flips) {
    std::uint64_t mask = (std::uint64_t{1} << flips) - 1;
    while (mask < end) {
      if (!visit(key ^ static_cast<std::uint32_t>(mask), flips)) return false;
      const std::uint64_t lowest = mask & (0 - mask);  // Gosper's hack: the next mask with that many ones
      const std::uint64_t ripple = mask + lowest;
      mask = ripple | (((mask ^ ripple) / lowest) >> 2);
    }
  }
  return true;
}

}  // namespace neardup::index
