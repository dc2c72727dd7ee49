// UTF-8: the only place that knows the encoding. Nothing here reads past the end of its input.
//
// Malformed input is cut into maximal subparts (Unicode 3.9, table 3-7; the WHATWG decoder does the same):
// the longest prefix of a well-formed sequence, or else a single byte, counts as one error. The common
// sequences are decoded inline, because the hot loops of the features walk texts with next_code_point.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace neardup::internal {

inline constexpr char32_t kReplacementCharacter = 0xFFFD;

/// Returns the offset of the first byte that is not well-formed UTF-8 (Unicode table 3-7); npos if all are.
[[nodiscard]] std::size_t find_malformed_utf8(std::string_view bytes) noexcept;

struct RepairedText {
  std::string text;
  std::size_t replacements = 0;
};
/// Replaces every maximal subpart of an ill-formed sequence by one U+FFFD, as Unicode 3.9 and the WHATWG
/// decoder do.
[[nodiscard]] RepairedText repair_utf8(std::string_view bytes);

/// One step of decoding. Unlike next_code_point, it distinguishes a malformed sequence from a U+FFFD.
struct DecodedUtf8 {
  char32_t code_point = kReplacementCharacter;
  std::size_t length = 1;  // length of the well-formed sequence or of the maximal subpart, 1 to 4
  bool well_formed = false;
};
/// Decodes the sequence at `position`. REQUIRES: position < text.size()
[[nodiscard]] DecodedUtf8 decode_utf8(std::string_view text, std::size_t position) noexcept;

/// Returns the code point at `position` and moves `position` past it. Returns U+FFFD for each maximal subpart
/// of malformed input. REQUIRES: position < text.size()
[[nodiscard]] inline char32_t next_code_point(std::string_view text, std::size_t& position) noexcept {
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data()) + position;
  const std::size_t left = text.size() - position;
  const char32_t lead = bytes[0];
  if (lead < 0x80) {
    ++position;
    return lead;
  }
  if (left >= 3 && (lead & 0xF0) == 0xE0 && (bytes[1] & 0xC0) == 0x80 && (bytes[2] & 0xC0) == 0x80) {
    const char32_t code_point = (lead & 0x0F) << 12 | (bytes[1] & char32_t{0x3F}) << 6 | (bytes[2] & 0x3F);
    if (code_point >= 0x800 && (code_point & 0xF800) != 0xD800) {  // neither overlong nor a surrogate
      position += 3;
      return code_point;
    }
  } else if (left >= 2 && lead >= 0xC2 && lead < 0xE0 && (bytes[1] & 0xC0) == 0x80) {
    position += 2;
    return (lead & 0x1F) << 6 | (bytes[1] & 0x3F);
  }
  const DecodedUtf8 decoded = decode_utf8(text, position);
  position += decoded.length;
  return decoded.code_point;
}

/// Appends the UTF-8 of `code_point`. REQUIRES: code_point is a Unicode scalar value
void append_utf8(std::string& text, char32_t code_point);

}  // namespace neardup::internal
