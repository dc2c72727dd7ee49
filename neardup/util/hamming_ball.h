// The volume of a Hamming ball: plans of indexes and joins estimate with it how many buckets a search probes.
#pragma once

#include <algorithm>

namespace neardup::internal {

/// Returns how many numbers of `bits` bits differ from a given one in at most `radius` bits, itself included.
[[nodiscard]] inline double ball_size(int bits, int radius) noexcept {
  double size = 0;
  double term = 1;
  for (int i = 0; i <= std::min(bits, radius); ++i) {
    size += term;
    term = term * (bits - i) / (i + 1);
  }
  return size;
}

}  // namespace neardup::internal
