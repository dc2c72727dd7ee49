// The characters that Python's jieba segments into words; every other character is its own token.
#pragma once

namespace neardup::internal {

/// Returns true for the Han characters that jieba knows, U+4E00..9FD5: its dictionary and its model
/// contain no others.
[[nodiscard]] constexpr bool is_jieba_han(char32_t c) noexcept { return c >= 0x4E00 && c <= 0x9FD5; }

[[nodiscard]] constexpr bool is_ascii_digit(char32_t c) noexcept { return c >= '0' && c <= '9'; }

[[nodiscard]] constexpr bool is_ascii_letter_or_digit(char32_t c) noexcept {
  return is_ascii_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Returns true for characters that form blocks. They take one byte (ASCII) or three (Han) in UTF-8,
/// and fit into char16_t.
[[nodiscard]] constexpr bool is_jieba_letter(char32_t c) noexcept {
  return is_jieba_han(c) || is_ascii_letter_or_digit(c) || c == '+' || c == '#' || c == '&' || c == '.' ||
         c == '_' || c == '%' || c == '-';
}

[[nodiscard]] constexpr unsigned utf8_width_of_jieba_letter(char16_t c) noexcept { return c < 0x80 ? 1 : 3; }

}  // namespace neardup::internal
