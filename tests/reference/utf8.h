// The obvious UTF-8 decoder: table 3-7 of the Unicode standard written down row by row, tried from the top.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace neardup::internal::reference {

struct ByteRange {
  unsigned from;
  unsigned to;
};
using SequenceRow = std::vector<ByteRange>;

inline const std::vector<SequenceRow>& well_formed_rows() {
  static const std::vector<SequenceRow> rows = {
      {{0x00, 0x7F}},
      {{0xC2, 0xDF}, {0x80, 0xBF}},
      {{0xE0, 0xE0}, {0xA0, 0xBF}, {0x80, 0xBF}},
      {{0xE1, 0xEC}, {0x80, 0xBF}, {0x80, 0xBF}},
      {{0xED, 0xED}, {0x80, 0x9F}, {0x80, 0xBF}},
      {{0xEE, 0xEF}, {0x80, 0xBF}, {0x80, 0xBF}},
      {{0xF0, 0xF0}, {0x90, 0xBF}, {0x80, 0xBF}, {0x80, 0xBF}},
      {{0xF1, 0xF3}, {0x80, 0xBF}, {0x80, 0xBF}, {0x80, 0xBF}},
      {{0xF4, 0xF4}, {0x80, 0x8F}, {0x80, 0xBF}, {0x80, 0xBF}},
  };
  return rows;
}

struct DecodedSequence {
  bool well_formed = false;
  std::size_t length = 1;
  char32_t code_point = 0xFFFD;
};

/// How many bytes of the row stand at the position.
inline std::size_t matched_length(const SequenceRow& row, std::string_view text, std::size_t position) {
  std::size_t length = 0;
  while (length < row.size() && position + length < text.size()) {
    const auto byte = static_cast<unsigned char>(text[position + length]);
    if (byte < row[length].from || byte > row[length].to) break;
    ++length;
  }
  return length;
}

inline char32_t value_of(std::string_view sequence) {
  const auto lead = static_cast<unsigned char>(sequence[0]);
  if (sequence.size() == 1) return lead;
  char32_t value = lead & ((1U << (7 - sequence.size())) - 1);
  for (std::size_t i = 1; i < sequence.size(); ++i)
    value = value * 64 + static_cast<unsigned char>(sequence[i]) % 64;
  return value;
}

inline DecodedSequence decode_at(std::string_view text, std::size_t position) {
  DecodedSequence decoded;
  for (const SequenceRow& row : well_formed_rows()) {
    const std::size_t length = matched_length(row, text, position);
    if (length == row.size()) return {true, length, value_of(text.substr(position, length))};
    if (length > decoded.length) decoded.length = length;  // the maximal subpart
  }
  return decoded;
}

inline std::u32string decode(std::string_view text) {
  std::u32string code_points;
  for (std::size_t position = 0; position < text.size();) {
    const DecodedSequence decoded = decode_at(text, position);
    code_points.push_back(decoded.code_point);
    position += decoded.length;
  }
  return code_points;
}

inline std::size_t find_malformed(std::string_view text) {
  for (std::size_t position = 0; position < text.size();) {
    const DecodedSequence decoded = decode_at(text, position);
    if (!decoded.well_formed) return position;
    position += decoded.length;
  }
  return std::string_view::npos;
}

}  // namespace neardup::internal::reference
