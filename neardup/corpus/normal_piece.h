// The slow road: NFKC(toCasefold(NFKC(piece))) by ICU, for the pieces that the table cannot answer. Private:
// not installed.
#pragma once

#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include <string>
#include <string_view>

namespace neardup::normal {

/// ICU's NFKC, which ICU owns. Throws Error when ICU's data is missing.
[[nodiscard]] const icu::Normalizer2& nfkc();

[[nodiscard]] icu::UnicodeString normalize_with_icu(const icu::UnicodeString& text);

/// Replaces `result` by the normal form of `piece`. Its time grows with n log n even for a piece of endless
/// combining marks.
void normalize_piece(std::string_view piece, std::string& result);

}  // namespace neardup::normal
