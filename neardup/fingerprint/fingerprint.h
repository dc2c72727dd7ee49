// A SimHash fingerprint of 32, 64 or 128 bits, and the forms in which people store it: hex everywhere, signed
// or unsigned decimal numbers for databases that have no hex. Every form round-trips for every value,
// 0x8000... and 0xFFFF... included.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace neardup {

struct Fingerprint {
  std::uint64_t low = 0;
  std::uint64_t high = 0;  // 0 unless bits is 128
  int bits = 64;           // 32, 64 or 128; bits of `low` and `high` above it are 0
  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

/// The number of bits in which the two differ. REQUIRES: equal widths
[[nodiscard]] inline int hamming_distance(const Fingerprint& a, const Fingerprint& b) noexcept {
  assert(a.bits == b.bits);
  return std::popcount(a.low ^ b.low) + std::popcount(a.high ^ b.high);
}

/// bits/4 lower-case digits, most significant first, no prefix.
[[nodiscard]] std::string to_hex(const Fingerprint& fingerprint);

/// 8, 16 or 32 hex digits of either case, "0x" before them allowed; the count decides the width. Empty for
/// any other text.
[[nodiscard]] std::optional<Fingerprint> from_hex(std::string_view text);

enum class DecimalForm {
  signed_number,    // two's complement: 0xFFFF... is -1
  unsigned_number,  // 0xFFFF... is 2^bits - 1
};

[[nodiscard]] std::string to_decimal(const Fingerprint& fingerprint, DecimalForm form);

/// Either form of a number: -2^(bits-1) .. 2^bits - 1. Empty when the text is not such a number.
/// REQUIRES: bits is 32, 64 or 128
[[nodiscard]] std::optional<Fingerprint> from_decimal(std::string_view text, int bits);

}  // namespace neardup
