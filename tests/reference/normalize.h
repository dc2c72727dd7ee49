// Normalisation the obvious way: the whole text at once through ICU, one code point after the other for the
// rest. No tables, no pieces, no fast paths; slow on purpose.
#pragma once

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <stdexcept>
#include <string>
#include <string_view>

#include "neardup/text/utf8.h"
#include "tests/reference/utf32.h"

namespace neardup::internal::reference {

inline icu::UnicodeString nfkc(const icu::UnicodeString& text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::UnicodeString result = icu::Normalizer2::getNFKCInstance(status)->normalize(text, status);
  if (U_FAILURE(status) != 0) throw std::runtime_error(u_errorName(status));
  return result;
}

inline icu::UnicodeString nfkc_casefold(const icu::UnicodeString& text) {
  return nfkc(nfkc(text).foldCase(U_FOLD_CASE_DEFAULT));
}

/// NFKC(toCasefold(NFKC(text))) of the whole text.
inline std::string nfkc_casefold(std::string_view text) {
  std::string result;
  nfkc_casefold(icu::UnicodeString::fromUTF8(repair_utf8(text).text)).toUTF8String(result);
  return result;
}

inline bool is_letter_or_number(char32_t code_point) {
  const int category = u_charType(static_cast<UChar32>(code_point));
  return (category >= U_UPPERCASE_LETTER && category <= U_OTHER_LETTER) ||
         (category >= U_DECIMAL_DIGIT_NUMBER && category <= U_OTHER_NUMBER);
}

/// Letters and numbers only, joined without gaps.
inline std::string letters_of(std::string_view normal_text) {
  std::string result;
  for (const char32_t code_point : to_utf32(normal_text)) {
    if (is_letter_or_number(code_point)) append_utf8(result, code_point);
  }
  return result;
}

/// Splits at white space and joins the parts by single spaces.
inline std::string collapse_space(std::string_view text) {
  std::string result;
  std::string part;
  for (const char32_t code_point : to_utf32(text) + U' ') {
    if (u_hasBinaryProperty(static_cast<UChar32>(code_point), UCHAR_WHITE_SPACE) == 0) {
      append_utf8(part, code_point);
    } else if (!part.empty()) {
      result += (result.empty() ? "" : " ") + part;
      part.clear();
    }
  }
  return result;
}

}  // namespace neardup::internal::reference
