// Where the two kinds of text that need no table end: ASCII, and the unified Han block U+4E00..9FFF, every
// character of which is a letter, its own normal form and three bytes long. Nearly all English and Chinese
// text is one of them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace neardup::normal {

inline constexpr std::size_t kHanBytes = 3;

/// Eight bytes, the first one lowest, on any machine.
[[nodiscard]] inline std::uint64_t load_eight(const char* bytes) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

/// Four bytes, the first one lowest.
[[nodiscard]] inline std::uint32_t load_four(const char* bytes) noexcept {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap32(word);
  return word;
}

/// Three bytes, the first one lowest.
[[nodiscard]] inline std::uint64_t load_three(const char* bytes) noexcept {
  const auto byte = [bytes](int i) { return std::uint64_t{static_cast<unsigned char>(bytes[i])}; };
  return byte(0) | byte(1) << 8 | byte(2) << 16;
}

/// Four bytes, the lowest one first, on any machine.
inline void store_four(char* out, std::uint64_t word) noexcept {
  auto bytes = static_cast<std::uint32_t>(word);
  if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap32(bytes);
  std::memcpy(out, &bytes, sizeof bytes);
}

/// The first position from `position` on that holds no ASCII byte; text.size() when there is none.
[[nodiscard]] inline std::size_t ascii_run_end(std::string_view text, std::size_t position) noexcept {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  for (; position + 8 <= text.size(); position += 8) {
    const std::uint64_t high_bits = load_eight(text.data() + position) & kHighBits;
    if (high_bits != 0) return position + static_cast<std::size_t>(std::countr_zero(high_bits)) / 8;
  }
  while (position < text.size() && static_cast<signed char>(text[position]) >= 0) ++position;
  return position;
}

/// REQUIRES: three bytes at `bytes`
[[nodiscard]] inline bool is_unified_han(const char* bytes) noexcept {
  const auto lead = static_cast<unsigned char>(bytes[0]);
  const auto second = static_cast<unsigned char>(bytes[1]);
  const auto third = static_cast<unsigned char>(bytes[2]);
  // U+4E00 is E4 B8 80 and U+9FFF is E9 BF BF, so after the two shape tests the first two bytes decide.
  const bool shape = (second & 0xC0) == 0x80 && (third & 0xC0) == 0x80;
  return shape && lead <= 0xE9 && (lead > 0xE4 || (lead == 0xE4 && second >= 0xB8));
}

/// The first position from `position` on, in steps of three, that does not begin a character of U+4E00..9FFF.
[[nodiscard]] inline std::size_t unified_han_run_end(std::string_view text, std::size_t position) noexcept {
  while (position + kHanBytes <= text.size() && is_unified_han(text.data() + position)) position += kHanBytes;
  return position;
}

/// For every ASCII character what is kept of it; 0 when nothing is.
using AsciiTable = std::array<char, 128>;

/// Writes what the table keeps of an ASCII run to text[size..] and gives the new size. Eight bytes are loaded
/// at a time; every one of them is stored and then kept or overwritten by the next, without a branch.
/// REQUIRES: room for run.size() more bytes
[[nodiscard]] inline std::size_t keep_ascii(std::string_view run, const AsciiTable& table, char* text,
                                            std::size_t size) noexcept {
  const auto keep = [&table, text, &size](std::uint64_t byte) {
    const char kept = table.data()[byte & 0x7F];
    text[size] = kept;
    size += kept != 0 ? 1 : 0;
  };
  std::size_t i = 0;
  for (; i + 8 <= run.size(); i += 8) {
    const std::uint64_t word = load_eight(run.data() + i);
    for (int shift = 0; shift < 64; shift += 8) keep(word >> shift);
  }
  for (; i < run.size(); ++i) keep(static_cast<unsigned char>(run[i]));
  return size;
}

}  // namespace neardup::normal
