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

#include "neardup/util/error.h"

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

/// Says why a document has no fingerprint.
enum class Absence {
  none,
  too_few_features,  // fewer than the recipe requires
  not_ascii,         // bytes >= 0x80, which ascii-mt19937 does not define
  bad_features,      // given features that the recipe's original rejects
};
[[nodiscard]] std::string_view describe(Absence absence) noexcept;

/// A fingerprint, or the reason why there is none: a text that is too short to judge never silently becomes 0.
class FingerprintResult {
 public:
  /*implicit*/ FingerprintResult(Absence absence)
      : absence_(absence) {}  // NOLINT(google-explicit-constructor)
  FingerprintResult(const Fingerprint& fingerprint, bool comparable)
      : fingerprint_(fingerprint), comparable_(comparable) {}

  [[nodiscard]] bool has_value() const noexcept { return fingerprint_.has_value(); }
  explicit operator bool() const noexcept { return has_value(); }
  /// Returns the fingerprint. REQUIRES: has_value()
  [[nodiscard]] const Fingerprint& operator*() const noexcept { return *fingerprint_; }
  [[nodiscard]] const Fingerprint* operator->() const noexcept { return &*fingerprint_; }
  /// Returns the fingerprint. Throws Error with the reason if there is no fingerprint.
  [[nodiscard]] const Fingerprint& value() const {
    if (!fingerprint_) throw Error(ErrorCode::invalid_argument, std::string(describe(absence_)));
    return *fingerprint_;
  }
  [[nodiscard]] Absence absence() const noexcept { return absence_; }
  /// Returns false for the value that an original assigns to a text without features: print it, but
  /// never compare it.
  [[nodiscard]] bool comparable() const noexcept { return comparable_; }

 private:
  std::optional<Fingerprint> fingerprint_;
  Absence absence_ = Absence::none;
  bool comparable_ = false;
};

}  // namespace neardup
