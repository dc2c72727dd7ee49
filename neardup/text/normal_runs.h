// Finds the ends of the two kinds of runs that need no table: ASCII, and the unified Han block U+4E00..9FFF,
// in which every character is a letter, its own normal form and three bytes long. Nearly all English and
// Chinese text consists of these.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace neardup::internal::normal {

inline constexpr std::size_t kHanBytes = 3;

/// Loads eight bytes with the first one lowest, on any machine.
[[nodiscard]] inline std::uint64_t load_eight(const char* bytes) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

/// Loads four bytes with the first one lowest, on any machine.
[[nodiscard]] inline std::uint32_t load_four(const char* bytes) noexcept {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap32(word);
  return word;
}

/// Loads three bytes with the first one lowest, on any machine.
[[nodiscard]] inline std::uint64_t load_three(const char* bytes) noexcept {
  const auto byte = [bytes](int i) { return std::uint64_t{static_cast<unsigned char>(bytes[i])}; };
  return byte(0) | byte(1) << 8 | byte(2) << 16;
}

/// Stores the low four bytes of `word`, the lowest one first, on any machine.
inline void store_four(char* out, std::uint64_t word) noexcept {
  auto bytes = static_cast<std::uint32_t>(word);
  if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap32(bytes);
  std::memcpy(out, &bytes, sizeof bytes);
}

/// Returns the first position at or after `position` with a non-ASCII byte; text.size() if there is none.
[[nodiscard]] inline std::size_t ascii_run_end(std::string_view text, std::size_t position) noexcept {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  for (; position + 8 <= text.size(); position += 8) {
    const std::uint64_t high_bits = load_eight(text.data() + position) & kHighBits;
    if (high_bits != 0) return position + static_cast<std::size_t>(std::countr_zero(high_bits)) / 8;
  }
  while (position < text.size() && static_cast<signed char>(text[position]) >= 0) ++position;
  return position;
}

/// Returns true if the three bytes encode a character of U+4E00..9FFF.
/// REQUIRES: three bytes at `bytes` are readable
[[nodiscard]] inline bool is_unified_han(const char* bytes) noexcept {
  const auto lead = static_cast<unsigned char>(bytes[0]);
  const auto second = static_cast<unsigned char>(bytes[1]);
  const auto third = static_cast<unsigned char>(bytes[2]);
  // U+4E00 is E4 B8 80 and U+9FFF is E9 BF BF, so after the two shape tests the first two bytes decide.
  const bool shape = (second & 0xC0) == 0x80 && (third & 0xC0) == 0x80;
  return shape && lead <= 0xE9 && (lead > 0xE4 || (lead == 0xE4 && second >= 0xB8));
}

/// Returns the first position at or after `position`, in steps of three, at which no character of
/// U+4E00..9FFF begins.
[[nodiscard]] inline std::size_t unified_han_run_end(std::string_view text, std::size_t position) noexcept {
  while (position + kHanBytes <= text.size() && is_unified_han(text.data() + position)) position += kHanBytes;
  return position;
}

/// Maps each ASCII character to the character to write for it; 0 drops it.
using AsciiTable = std::array<char, 128>;

/// Writes what the table keeps of an ASCII run to text[size..] and returns the new size. Loads eight bytes at
/// a time and stores every one of them; the next byte overwrites a dropped one, so no branch is needed.
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

}  // namespace neardup::internal::normal
