#include "neardup/report/tune/chance.h"

#include <cmath>

namespace neardup::internal {

double chance_share(int bits, int distance) noexcept {
  if (distance < 0 || distance > bits) return 0;
  // Multiplies small factors instead of dividing factorials: C(128, 64) has 38 digits, and std::lgamma does
  // not give the same result everywhere. Halving along the way keeps the product well within a double.
  double share = 1;
  int halvings = bits;
  for (int i = 1; i <= distance; ++i) {
    share *= static_cast<double>(bits - distance + i) / i;
    for (; share > 1 && halvings > 0; --halvings) share /= 2;
  }
  return std::ldexp(share, -halvings);
}

double chance_pairs(std::uint64_t fingerprints, int bits, int distance) noexcept {
  if (fingerprints < 2) return 0;
  const auto count = static_cast<double>(fingerprints);
  return count * (count - 1) / 2 * chance_share(bits, distance);
}

double chance_pairs_within(std::uint64_t fingerprints, int bits, int distance) noexcept {
  double pairs = 0;
  for (int i = 0; i <= distance; ++i) pairs += chance_pairs(fingerprints, bits, i);
  return pairs;
}

}  // namespace neardup::internal
