// What counts as no text at all.
#pragma once

#include <cstddef>
#include <string_view>

#include "neardup/text/invisible.h"
#include "neardup/text/utf8.h"

namespace neardup::internal {

/// Returns true for the characters of Unicode White_Space.
[[nodiscard]] inline bool is_white_space(char32_t c) noexcept {
  if (c < 0x80) return c == ' ' || (c >= '\t' && c <= '\r');
  return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
         c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

/// Returns true if there is nothing to read: no characters but white space and invisible ones. Looks only at
/// the first character of most texts.
[[nodiscard]] inline bool is_blank_text(std::string_view text) noexcept {
  for (std::size_t position = 0; position < text.size();) {
    const char32_t c = next_code_point(text, position);
    if (!is_white_space(c) && (c < 0x80 || !is_invisible(c))) return false;
  }
  return true;
}

}  // namespace neardup::internal
