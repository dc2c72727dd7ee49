// One pair of a fingerprint join's answer.
#pragma once

#include <compare>
#include <cstdint>

namespace neardup {

/// Two documents, by their ordinals (positions in the input), whose fingerprints differ in
/// `distance` bits. In a self join first < second; in a cross join `first` is an ordinal of the new
/// set and `second` one of the reference set.
struct NearPair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  int distance = 0;
  friend auto operator<=>(const NearPair&, const NearPair&) = default;
};

}  // namespace neardup
