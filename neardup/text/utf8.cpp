// Validation asks simdjson first, which answers yes or no at memory speed; only a "no" needs the walk that
// finds the place. Everything here rests on decode_utf8, a direct transcription of Unicode table 3-7: the
// lead byte determines the length and the range of the second byte; all further bytes are 80..BF.
#include "neardup/text/utf8.h"

#include <simdjson.h>

#include <cstdint>
#include <cstring>

namespace neardup::internal {
namespace {

struct LeadByte {
  std::size_t length = 0;  // 0: this byte begins no sequence
  unsigned char second_from = 0x80;
  unsigned char second_to = 0xBF;
};

LeadByte classify_lead(unsigned char byte) noexcept {
  if (byte < 0x80) return {1};
  if (byte < 0xC2) return {};  // continuation bytes, and C0 and C1, which could only be overlong
  if (byte < 0xE0) return {2};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};  // a smaller second byte would be overlong
  if (byte == 0xED) return {3, 0x80, 0x9F};  // a larger second byte would be a surrogate
  if (byte < 0xF0) return {3};
  if (byte == 0xF0) return {4, 0x90, 0xBF};  // a smaller second byte would be overlong
  if (byte < 0xF4) return {4};
  if (byte == 0xF4) return {4, 0x80, 0x8F};  // a larger second byte would exceed U+10FFFF
  return {};
}

bool next_eight_are_ascii(std::string_view bytes, std::size_t position) noexcept {
  if (bytes.size() - position < sizeof(std::uint64_t)) return false;
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data() + position, sizeof word);
  return (word & 0x8080808080808080U) == 0;
}

/// Returns the end of the well-formed run that begins at `position`.
std::size_t skip_well_formed(std::string_view bytes, std::size_t position) noexcept {
  while (position < bytes.size()) {
    if (next_eight_are_ascii(bytes, position)) {
      position += sizeof(std::uint64_t);
      continue;
    }
    const DecodedUtf8 decoded = decode_utf8(bytes, position);
    if (!decoded.well_formed) break;
    position += decoded.length;
  }
  return position;
}

}  // namespace

DecodedUtf8 decode_utf8(std::string_view text, std::size_t position) noexcept {
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data()) + position;
  const std::size_t left = text.size() - position;
  const LeadByte lead = classify_lead(bytes[0]);
  if (lead.length == 0) return {};
  if (lead.length == 1) return {bytes[0], 1, true};
  char32_t code_point = bytes[0] & (0x7FU >> lead.length);
  for (std::size_t i = 1; i < lead.length; ++i) {
    const unsigned char from = i == 1 ? lead.second_from : 0x80;
    const unsigned char to = i == 1 ? lead.second_to : 0xBF;
    if (i >= left || bytes[i] < from || bytes[i] > to) return {kReplacementCharacter, i, false};
    code_point = code_point << 6 | (bytes[i] & 0x3FU);
  }
  return {code_point, lead.length, true};
}

std::size_t find_malformed_utf8(std::string_view bytes) noexcept {
  if (simdjson::validate_utf8(bytes.data(), bytes.size())) return std::string_view::npos;
  return skip_well_formed(bytes, 0);
}

RepairedText repair_utf8(std::string_view bytes) {
  RepairedText repaired;
  if (simdjson::validate_utf8(bytes.data(), bytes.size())) {
    repaired.text = bytes;
    return repaired;
  }
  repaired.text.reserve(bytes.size() + bytes.size() / 16);
  for (std::size_t position = 0; position < bytes.size();) {
    const std::size_t end = skip_well_formed(bytes, position);
    repaired.text.append(bytes, position, end - position);
    position = end;
    if (position == bytes.size()) break;
    position += decode_utf8(bytes, position).length;
    append_utf8(repaired.text, kReplacementCharacter);
    ++repaired.replacements;
  }
  return repaired;
}

void append_utf8(std::string& text, char32_t code_point) {
  const auto continuation = [code_point](unsigned shift) {
    return static_cast<char>(0x80 | ((code_point >> shift) & 0x3F));
  };
  if (code_point < 0x80) {
    text.push_back(static_cast<char>(code_point));
  } else if (code_point < 0x800) {
    const char sequence[] = {static_cast<char>(0xC0 | (code_point >> 6)), continuation(0)};
    text.append(sequence, sizeof sequence);
  } else if (code_point < 0x10000) {
    const char sequence[] = {static_cast<char>(0xE0 | (code_point >> 12)), continuation(6), continuation(0)};
    text.append(sequence, sizeof sequence);
  } else {
    const char sequence[] = {static_cast<char>(0xF0 | (code_point >> 18)), continuation(12), continuation(6),
                             continuation(0)};
    text.append(sequence, sizeof sequence);
  }
}

}  // namespace neardup::internal
