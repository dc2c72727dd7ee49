// The 128 bits of a wide fingerprint as the index and the join move them: two 64-bit words, without a width.
#pragma once

#include <compare>
#include <cstdint>

namespace neardup {

struct Bits128 {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend constexpr bool operator==(const Bits128&, const Bits128&) = default;
  friend constexpr std::strong_ordering operator<=>(const Bits128& a, const Bits128& b) noexcept {
    return a.high != b.high ? a.high <=> b.high : a.low <=> b.low;  // as one 128-bit number
  }
};

}  // namespace neardup
