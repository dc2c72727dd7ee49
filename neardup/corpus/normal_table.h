// What nfkc_casefold makes of a single character, and whether it may be decided alone.
//
// The table covers the basic plane, filled from ICU on first need (a few milliseconds; ASCII text never needs
// it). It is a trie of two levels: the upper ten bits of a code point select a block of 64 characters. An
// entry says "copy" instead of naming the character, so that equal blocks are stored once: all of Han and all
// of Hangul are one block each, and what a text uses stays in the first-level cache. Private: not installed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace neardup::normal {

// Traits of the result,
inline constexpr std::uint64_t kLetter = 1ULL << 32;  // letters (L*) and numbers (N*) only; else none of them
inline constexpr std::uint64_t kHan = 2ULL << 32;     // one character for which is_han holds
inline constexpr std::uint64_t kCopy = 4ULL << 32;    // the character itself; utf8 is not set
inline constexpr std::uint64_t kNeedsIcu = 8ULL
                                           << 32;  // a mixture, or too long for the table; utf8 is not set
// and of the character itself.
inline constexpr std::uint64_t kJoins = 16ULL << 32;  // no normalisation boundary before it
inline constexpr std::uint64_t kPlainMark =
    32ULL << 32;  // joins, but never composes or folds: may only change places

/// No result is longer, except characters of four bytes that are copied. A malformed byte alone already
/// becomes as many.
inline constexpr std::size_t kMostResultBytes = 3;

/// One word, so that it travels in a register.
class Character {
 public:
  /// The bytes of the result as they stand in memory.
  [[nodiscard]] std::uint32_t utf8() const noexcept { return static_cast<std::uint32_t>(bits_); }
  /// Of the result, in bytes.
  [[nodiscard]] std::size_t length() const noexcept { return bits_ >> kLengthShift & 7; }
  /// The same for letters, else 0.
  [[nodiscard]] std::size_t letter_length() const noexcept { return bits_ >> kLetterLengthShift & 7; }
  /// Of the character itself.
  [[nodiscard]] unsigned combining_class() const noexcept {
    return static_cast<unsigned>(bits_ >> kClassShift & 0xFF);
  }
  [[nodiscard]] bool has(std::uint64_t any_of) const noexcept { return (bits_ & any_of) != 0; }

  void add(std::uint64_t traits) noexcept { bits_ |= traits; }
  void set_utf8(std::uint32_t bytes) noexcept { bits_ = bits_ >> 32 << 32 | bytes; }
  void set_length(std::size_t length) noexcept {
    bits_ |= std::uint64_t{length} << kLengthShift;
    if (has(kLetter)) bits_ |= std::uint64_t{length} << kLetterLengthShift;
  }
  void set_combining_class(std::uint8_t value) noexcept { bits_ |= std::uint64_t{value} << kClassShift; }

 private:
  static constexpr int kLengthShift = 40;
  static constexpr int kLetterLengthShift = 44;
  static constexpr int kClassShift = 48;

  std::uint64_t bits_ = 0;
};

inline constexpr char32_t kBasicPlaneEnd = 0x10000;

class CharacterTable {
 public:
  /// The table, filled by the first caller.
  [[nodiscard]] static const CharacterTable& basic_plane();

  /// REQUIRES: code_point < kBasicPlaneEnd
  [[nodiscard]] const Character& operator[](char32_t code_point) const noexcept {
    return characters_.data()[block_begins_[code_point / kBlock] + code_point % kBlock];
  }

 private:
  static constexpr std::size_t kBlock = 64;

  CharacterTable();

  std::array<std::uint16_t, kBasicPlaneEnd / kBlock> block_begins_{};
  std::vector<Character> characters_;
};

/// The same for any scalar value, computed and not looked up.
[[nodiscard]] Character describe_character(char32_t code_point);

/// What a sink keeps of characters that take three bytes, found from the bytes without decoding them: two
/// loads from a few kibibytes, in an order that spreads over the sets of the cache. For the inner loop of
/// Chinese text.
class ThreeByteTable {
 public:
  static constexpr std::uint8_t kLeave = 0x80;  // not for the inner loop; all other values are smaller

  /// Asks `value_of` for every character that neither joins nor needs ICU.
  explicit ThreeByteTable(std::uint8_t (*value_of)(Character));

  /// REQUIRES: the lowest three bytes of `word` have the form of a character, its first byte lowest
  [[nodiscard]] std::uint8_t operator[](std::uint64_t word) const noexcept {
    return values_[(word >> 8 & 0x3F00) + blocks_[word & 0x3F0F]];
  }

 private:
  static constexpr std::size_t kEntries = 0x4000;
  std::array<std::uint8_t, kEntries> blocks_{};  // by second and first byte, without their marker bits
  std::array<std::uint8_t, kEntries> values_{};  // by third byte and block
};

}  // namespace neardup::normal
