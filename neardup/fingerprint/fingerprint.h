// A SimHash fingerprint of 32, 64 or 128 bits and its storage formats: hex everywhere, signed or
// unsigned decimal numbers for databases without hex. Every format round-trips for every value,
// including 0x8000... and 0xFFFF....
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
  int bits = 64;           // 32, 64 or 128; higher bits of `low` and `high` are 0
  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

/// Returns the number of bits in which the two differ. REQUIRES: equal widths
[[nodiscard]] inline int hamming_distance(const Fingerprint& a, const Fingerprint& b) noexcept {
  assert(a.bits == b.bits);
  return std::popcount(a.low ^ b.low) + std::popcount(a.high ^ b.high);
}

/// Returns bits/4 lower-case digits, most significant first, without a prefix.
[[nodiscard]] std::string to_hex(const Fingerprint& fingerprint);

/// Parses 8, 16 or 32 hex digits of either case, optionally after "0x"; their number decides the width.
/// Returns no value for any other text.
[[nodiscard]] std::optional<Fingerprint> from_hex(std::string_view text);

enum class DecimalForm {
  signed_number,    // two's complement: 0xFFFF... is -1
  unsigned_number,  // 0xFFFF... is 2^bits - 1
};

[[nodiscard]] std::string to_decimal(const Fingerprint& fingerprint, DecimalForm form);

}  // namespace neardup
