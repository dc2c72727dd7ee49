// The slow path: NFKC(toCasefold(NFKC(piece))) by ICU, for the pieces that the table cannot handle. Private:
// not installed.
#pragma once

#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include <string>
#include <string_view>

namespace neardup::internal::normal {

/// Returns ICU's NFKC normalizer, which ICU owns. Throws Error if ICU's data is missing.
[[nodiscard]] const icu::Normalizer2& nfkc();

/// Returns NFKC(toCasefold(NFKC(text))), computed by ICU.
[[nodiscard]] icu::UnicodeString normalize_with_icu(const icu::UnicodeString& text);

/// Replaces `result` by the normal form of `piece`. Takes O(n log n) time even for a piece of endless
/// combining marks.
void normalize_piece(std::string_view piece, std::string& result);

}  // namespace neardup::internal::normal
