// Fingerprints as Python passes them: numpy arrays of uint64, one number each or two columns (the high word first), and
// single numbers of any width.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <span>
#include <vector>

#include "neardup/fingerprint/fingerprint.h"
#include "neardup/util/bits128.h"
#include "neardup/util/error.h"
#include "python/src/arrays.h"

namespace neardup::python {

/// Returns the numbers of a column. Throws Error if the array has another shape.
inline std::span<const std::uint64_t> to_words(const Words& words) {
  if (words.ndim() != 1)
    throw Error(ErrorCode::invalid_argument,
                "fingerprints are an array of one column, or of two for 128 bits");
  return {words.data(), words.shape(0)};
}

inline bool is_wide(const Words& words) { return words.ndim() == 2 && words.shape(1) == 2; }

inline std::vector<Bits128> to_wide(const Words& words) {
  std::vector<Bits128> wide(words.shape(0));
  for (std::size_t i = 0; i < wide.size(); ++i) wide[i] = {words.data()[2 * i + 1], words.data()[2 * i]};
  return wide;
}

inline std::vector<Fingerprint> to_fingerprints(const Words& words, int bits) {
  std::vector<Fingerprint> fingerprints;
  if (is_wide(words)) {
    for (const Bits128& wide : to_wide(words))
      fingerprints.push_back({.low = wide.low, .high = wide.high, .bits = 128});
    return fingerprints;
  }
  for (const std::uint64_t word : to_words(words)) fingerprints.push_back({.low = word, .bits = bits});
  return fingerprints;
}

/// Returns the fingerprint that a Python integer means in `bits` bits. Throws what Python throws if it does not fit.
inline Fingerprint to_fingerprint(const nb::int_& number, int bits) {
  if (bits < 128) return {.low = nb::cast<std::uint64_t>(number), .bits = bits};
  const nb::int_ mask(~std::uint64_t{0});
  return {.low = nb::cast<std::uint64_t>(nb::object(number & mask)),
          .high = nb::cast<std::uint64_t>(nb::object(number >> nb::int_(64))),
          .bits = 128};
}

inline nb::object to_number(const Fingerprint& fingerprint) {
  if (fingerprint.bits < 128) return nb::int_(fingerprint.low);
  return (nb::int_(fingerprint.high) << nb::int_(64)) | nb::int_(fingerprint.low);
}

}  // namespace neardup::python
