// Finds runs without a backslash with memchr and copies them whole: on usual text that is faster than a loop
// over the characters, and a text without escapes is copied once.
#include "neardup/corpus/json_string.h"

#include <algorithm>
#include <optional>

#include "neardup/text/utf8.h"

namespace neardup::internal {
namespace {

/// Returns the value of the four hexadecimal digits at `position`; nullopt if they are missing.
std::optional<char32_t> read_hex4(std::string_view body, std::size_t position) {
  if (position > body.size() || body.size() - position < 4) return std::nullopt;
  char32_t value = 0;
  for (const char c : body.substr(position, 4)) {
    value <<= 4;
    if (c >= '0' && c <= '9') {
      value |= static_cast<char32_t>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      value |= static_cast<char32_t>(c - 'a' + 10);
    } else if (c >= 'A' && c <= 'F') {
      value |= static_cast<char32_t>(c - 'A' + 10);
    } else {
      return std::nullopt;
    }
  }
  return value;
}

bool is_high_surrogate(char32_t unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool is_low_surrogate(char32_t unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

void append_lone_surrogate(UnescapedString& out, char32_t unit, std::size_t position, LoneSurrogates policy) {
  if (out.lone_surrogates++ == 0) out.first_lone_surrogate = position;
  if (policy == LoneSurrogates::replace) {
    append_utf8(out.text, kReplacementCharacter);
  } else {
    const char bytes[] = {static_cast<char>(0xE0 | unit >> 12),
                          static_cast<char>(0x80 | ((unit >> 6) & 0x3F)),
                          static_cast<char>(0x80 | (unit & 0x3F))};
    out.text.append(bytes, sizeof bytes);
  }
}

/// Appends the character of the "\uXXXX" whose backslash is at `position`, and moves `position` past it or
/// past the surrogate pair. Returns false if the digits are wrong.
bool append_unicode_escape(UnescapedString& out, std::string_view body, std::size_t& position,
                           LoneSurrogates policy) {
  constexpr std::size_t kEscapeLength = 6;
  const std::optional<char32_t> unit = read_hex4(body, position + 2);
  if (!unit) return false;
  const std::size_t start = position;
  position += kEscapeLength;
  if (is_high_surrogate(*unit) && body.substr(position, 2) == "\\u") {
    const std::optional<char32_t> low = read_hex4(body, position + 2);
    if (low && is_low_surrogate(*low)) {
      append_utf8(out.text, 0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00));
      position += kEscapeLength;
      return true;
    }
  }
  if (is_high_surrogate(*unit) || is_low_surrogate(*unit)) {
    append_lone_surrogate(out, *unit, start, policy);
  } else {
    append_utf8(out.text, *unit);
  }
  return true;
}

std::optional<char> simple_escape(char c) {
  switch (c) {
    case '"':
    case '\\':
    case '/':
      return c;
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return std::nullopt;
  }
}

}  // namespace

UnescapedString unescape_json(std::string_view body, LoneSurrogates lone_surrogates) {
  UnescapedString out;
  out.text.reserve(body.size());
  for (std::size_t position = 0; position < body.size();) {
    const std::size_t backslash = std::min(body.find('\\', position), body.size());
    out.text.append(body, position, backslash - position);
    position = backslash;
    if (position == body.size()) break;
    const char kind = position + 1 < body.size() ? body[position + 1] : '\0';
    bool is_right = true;
    if (kind == 'u') {
      is_right = append_unicode_escape(out, body, position, lone_surrogates);
    } else if (const std::optional<char> character = simple_escape(kind)) {
      out.text.push_back(*character);
      position += 2;
    } else {
      is_right = false;
    }
    if (!is_right) {
      out.wrong_escape = position;
      break;
    }
  }
  return out;
}

}  // namespace neardup::internal
