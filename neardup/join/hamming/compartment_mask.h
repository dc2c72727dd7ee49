// Joins inside compartments by masks: a mask per compartment is XORed into its fingerprints.
// Distances inside a compartment stay the same, those between two compartments become random. The
// few pairs of different compartments that still come out near are dropped later.
#pragma once

#include <cstdint>

#include "neardup/simd/word_bits.h"
#include "neardup/util/bits128.h"
#include "neardup/util/hash_spread.h"

namespace neardup::internal {

[[nodiscard]] inline std::uint64_t compartment_mask(std::uint32_t compartment, std::uint64_t seed) noexcept {
  return compartment == 0 ? 0 : simd::mix(compartment * kGoldenRatio + seed);
}

inline void apply_compartment_mask(std::uint64_t& fingerprint, std::uint32_t compartment) noexcept {
  fingerprint ^= compartment_mask(compartment, 1);
}
inline void apply_compartment_mask(Bits128& fingerprint, std::uint32_t compartment) noexcept {
  fingerprint.low ^= compartment_mask(compartment, 1);
  fingerprint.high ^= compartment_mask(compartment, 2);
}

}  // namespace neardup::internal
