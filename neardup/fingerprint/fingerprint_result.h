// A fingerprint, or the reason why a document has none. A text that is too short to judge never
// silently becomes 0.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "neardup/fingerprint/fingerprint.h"
#include "neardup/util/error.h"

namespace neardup {

enum class Absence {
  none,
  too_few_features,  // fewer than the recipe requires
  not_ascii,         // bytes >= 0x80, which ascii-mt19937 does not define
  bad_features,      // given features that the recipe's original rejects
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
