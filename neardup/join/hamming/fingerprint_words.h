// Fingerprints as plain numbers of their width, the form in which joins work.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "neardup/fingerprint/fingerprint.h"
#include "neardup/util/bits128.h"
#include "neardup/util/error.h"

namespace neardup::internal {

/// Throws Error unless all fingerprints have `bits` bits.
inline void require_width(std::span<const Fingerprint> fingerprints, int bits) {
  for (const Fingerprint& fingerprint : fingerprints) {
    if (fingerprint.bits != bits)
      throw Error(ErrorCode::invalid_argument, "join: fingerprints of " + std::to_string(bits) + " and of " +
                                                   std::to_string(fingerprint.bits) +
                                                   " bits cannot be compared");
  }
}

[[nodiscard]] inline std::vector<std::uint64_t> narrow_words(std::span<const Fingerprint> fingerprints) {
  std::vector<std::uint64_t> words;
  words.reserve(fingerprints.size());
  for (const Fingerprint& fingerprint : fingerprints) words.push_back(fingerprint.low);
  return words;
}

[[nodiscard]] inline std::vector<Bits128> wide_words(std::span<const Fingerprint> fingerprints) {
  std::vector<Bits128> words;
  words.reserve(fingerprints.size());
  for (const Fingerprint& fingerprint : fingerprints) words.push_back({fingerprint.low, fingerprint.high});
  return words;
}

}  // namespace neardup::internal
