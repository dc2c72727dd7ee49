// UTF-8: the one place that knows the encoding. Nothing here reads past the end of its input.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace neardup {

inline constexpr char32_t kReplacementCharacter = 0xFFFD;

/// Offset of the first byte that is not part of well-formed UTF-8 (Unicode table 3-7); npos when all is well.
[[nodiscard]] std::size_t find_malformed_utf8(std::string_view bytes) noexcept;

struct RepairedText {
  std::string text;
  std::size_t replacements = 0;
};
/// Every maximal subpart of an ill-formed sequence becomes one U+FFFD (Unicode 3.9, as the WHATWG decoder does).
[[nodiscard]] RepairedText repair_utf8(std::string_view bytes);

/// The code point at `position`, which moves behind it. Malformed input gives U+FFFD for each maximal subpart.
/// REQUIRES: position < text.size()
[[nodiscard]] char32_t next_code_point(std::string_view text, std::size_t& position) noexcept;

/// REQUIRES: code_point is a Unicode scalar value
void append_utf8(std::string& text, char32_t code_point);

[[nodiscard]] std::u32string to_utf32(std::string_view text);

}  // namespace neardup
