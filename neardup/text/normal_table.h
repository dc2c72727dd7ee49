// What nfkc_casefold turns a single character into, and whether the character can be decided alone.
//
// The table covers the basic plane. The first caller fills it from ICU (a few milliseconds; ASCII text never
// needs it). It is a two-level trie: the upper ten bits of a code point select a block of 64 characters. An
// entry says "copy" instead of naming the character, so that equal blocks are stored once: all of Han and all
// of Hangul are one block each, and the part that a text uses stays in the L1 cache. Private: not installed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace neardup::internal::normal {

// Traits of the result.
inline constexpr std::uint64_t kLetter = 1ULL << 32;    // only letters (L*) and numbers (N*); if unset, none
inline constexpr std::uint64_t kHan = 2ULL << 32;       // a single character for which is_han holds
inline constexpr std::uint64_t kCopy = 4ULL << 32;      // the character itself; utf8 is not set
inline constexpr std::uint64_t kNeedsIcu = 8ULL << 32;  // mixed, or too long for the table; utf8 is not set
// Traits of the character itself.
inline constexpr std::uint64_t kJoins = 16ULL << 32;      // no normalisation boundary before it
inline constexpr std::uint64_t kPlainMark = 32ULL << 32;  // joins, but at most moves: never composes or folds

/// Length of the longest result, except for four-byte characters, which are copied. No source byte can grow
/// to more: a single malformed byte becomes U+FFFD, which is already this long.
inline constexpr std::size_t kMostResultBytes = 3;

/// Traits and result of one character, packed into one word so that it stays in a register.
class Character {
 public:
  /// Returns the bytes of the result in memory order.
  [[nodiscard]] std::uint32_t utf8() const noexcept { return static_cast<std::uint32_t>(bits_); }
  /// Returns the length of the result in bytes.
  [[nodiscard]] std::size_t length() const noexcept { return bits_ >> kLengthShift & 7; }
  /// Returns the length of the result in bytes if it consists of letters, else 0.
  [[nodiscard]] std::size_t letter_length() const noexcept { return bits_ >> kLetterLengthShift & 7; }
  /// Returns the canonical combining class of the character itself.
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
  /// Returns the table; the first call fills it. Thread-safe.
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

/// Computes the entry of any Unicode scalar value, without the table.
[[nodiscard]] Character describe_character(char32_t code_point);

/// What a sink keeps of three-byte characters, looked up from the bytes without decoding them, for the inner
/// loop of Chinese text: two loads from a few kibibytes, laid out to spread over the sets of the cache.
class ThreeByteTable {
 public:
  static constexpr std::uint8_t kLeave = 0x80;  // not for the inner loop; all other values are smaller

  /// Calls `value_of` for every character that neither joins nor needs ICU; the others get kLeave.
  explicit ThreeByteTable(std::uint8_t (*value_of)(Character));

  /// Returns the value of the character in the lowest three bytes.
  /// REQUIRES: the lowest three bytes of `word` have the form of a character, its first byte lowest
  [[nodiscard]] std::uint8_t operator[](std::uint64_t word) const noexcept {
    return values_[(word >> 8 & 0x3F00) + blocks_[word & 0x3F0F]];
  }

 private:
  static constexpr std::size_t kEntries = 0x4000;
  std::array<std::uint8_t, kEntries> blocks_{};  // by second and first byte, without their marker bits
  std::array<std::uint8_t, kEntries> values_{};  // by third byte and block
};

}  // namespace neardup::internal::normal
