// Unescapes the inside of a JSON string. Unlike most parsers, it handles lone surrogates ("\ud800"), which
// many real files contain, and it leaves malformed bytes as they are.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace neardup::internal {

enum class LoneSurrogates {
  replace,  // becomes U+FFFD
  keep,     // becomes the three bytes that UTF-8 would use for the number (WTF-8)
};

struct UnescapedString {
  std::string text;
  std::size_t lone_surrogates = 0;
  std::size_t first_lone_surrogate = std::string_view::npos;  // offset of its backslash
  std::size_t wrong_escape = std::string_view::npos;          // offset of its backslash; the text ends there
};

/// Unescapes `body`, the part between the quotes.
[[nodiscard]] UnescapedString unescape_json(std::string_view body, LoneSurrogates lone_surrogates);

}  // namespace neardup::internal
