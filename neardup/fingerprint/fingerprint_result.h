// A fingerprint, or the reason why there is none. A text too short to judge never silently becomes 0.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "neardup/fingerprint/fingerprint.h"
#include "neardup/util/error.h"

namespace neardup {

enum class Absence {
  none,
  too_few_features,  // fewer than the recipe asks for
  not_ascii,         // seeds/004 has no answer for bytes from 0x80
  bad_features,      // given features that the recipe's original refuses
};
[[nodiscard]] std::string_view describe(Absence absence) noexcept;

class FingerprintResult {
 public:
  /*implicit*/ FingerprintResult(Absence absence)
      : absence_(absence) {}  // NOLINT(google-explicit-constructor)
  FingerprintResult(const Fingerprint& fingerprint, bool comparable)
      : fingerprint_(fingerprint), comparable_(comparable) {}

  [[nodiscard]] bool has_value() const noexcept { return fingerprint_.has_value(); }
  explicit operator bool() const noexcept { return has_value(); }
  /// REQUIRES: has_value()
  [[nodiscard]] const Fingerprint& operator*() const noexcept { return *fingerprint_; }
  [[nodiscard]] const Fingerprint* operator->() const noexcept { return &*fingerprint_; }
  /// Throws Error with the reason when there is none.
  [[nodiscard]] const Fingerprint& value() const {
    if (!fingerprint_) throw Error(ErrorCode::invalid_argument, std::string(describe(absence_)));
    return *fingerprint_;
  }
  [[nodiscard]] Absence absence() const noexcept { return absence_; }
  /// False for the value that an original gives to a text without features: to be printed, never compared.
  [[nodiscard]] bool comparable() const noexcept { return comparable_; }

 private:
  std::optional<Fingerprint> fingerprint_;
  Absence absence_ = Absence::none;
  bool comparable_ = false;
};

}  // namespace neardup
