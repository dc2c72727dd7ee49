// Fixed word sets that the lexer looks up at every token: the keywords and operators of one language.
//
// Each set is written as one line of words, and the compiler turns it into tables. Keywords live in an
// open-addressed table of bytes (512 slots for at most 128 words, so the lookup of a name that is not a
// keyword mostly ends at an empty slot). Operators are grouped by first byte, longest first, and
// compared as masked 32-bit words: the first match is the maximal munch.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace neardup::internal {

/// Calls `take` with each word of a list separated by white space.
template <typename Take>
constexpr void for_each_word(std::string_view words, Take take) {
  constexpr std::string_view kBlanks = " \n";
  while (true) {
    const std::size_t start = words.find_first_not_of(kBlanks);
    if (start == std::string_view::npos) return;
    words.remove_prefix(start);
    const std::string_view word = words.substr(0, words.find_first_of(kBlanks));
    take(word);
    words.remove_prefix(word.size());
  }
}

class KeywordSet {
 public:
  static constexpr std::size_t kLongest = 16;

  constexpr KeywordSet() = default;
  /// Builds the set. REQUIRES: `words` is a literal; at most 128 words of 2 to 16 bytes
  constexpr explicit KeywordSet(std::string_view words) {
    for_each_word(words, [this](std::string_view word) { insert(word); });
  }

  [[nodiscard]] constexpr bool contains(std::string_view word) const noexcept {
    if (word.size() < kShortest || word.size() > kLongest) return false;
    for (std::size_t slot = slot_of(word); slots_[slot] != 0; slot = (slot + 1) % kSlots) {
      if (words_[slots_[slot] - 1U] == word) return true;
    }
    return false;
  }

 private:
  static constexpr std::size_t kShortest = 2;
  static constexpr std::size_t kSlots = 512;
  static constexpr std::size_t kMostWords = 128;

  static constexpr std::size_t slot_of(std::string_view word) noexcept {
    const auto byte = [word](std::size_t i) { return std::size_t{static_cast<unsigned char>(word[i])}; };
    return (byte(0) * 9 + byte(1) * 37 + byte(word.size() - 1) * 5 + word.size() * 67) % kSlots;
  }

  constexpr void insert(std::string_view word) {
    std::size_t slot = slot_of(word);
    while (slots_[slot] != 0) slot = (slot + 1) % kSlots;
    words_[size_] = word;
    slots_[slot] = static_cast<std::uint8_t>(++size_);
  }

  std::array<std::string_view, kMostWords> words_{};
  std::array<std::uint8_t, kSlots> slots_{};  // index into words_ plus one; 0: empty
  std::size_t size_ = 0;
};

class OperatorSet {
 public:
  constexpr OperatorSet() = default;
  /// Builds the set. REQUIRES: `operators` is a literal; at most 96 operators of 2 to 4 ASCII bytes
  constexpr explicit OperatorSet(std::string_view operators) {
    for_each_word(operators, [this](std::string_view text) { insert(text); });
    std::sort(entries_.begin(), entries_.begin() + size_, [](const Entry& a, const Entry& b) {
      return a.lead != b.lead ? a.lead < b.lead : a.length > b.length;
    });
    for (std::size_t i = size_; i-- > 0;) first_[entries_[i].lead] = static_cast<std::uint8_t>(i);
  }

  /// Returns the length of the longest operator at the start of
  /// `rest`, or 1 if no operator matches. REQUIRES: !rest.empty()
  [[nodiscard]] std::size_t longest_at(std::string_view rest) const noexcept {
    // Most symbols are one byte long, and the byte after them shows it: one branch, almost always taken.
    if (rest.size() < 2 || !second_[static_cast<unsigned char>(rest[1])]) return 1;
    const auto lead = static_cast<unsigned char>(rest[0]);
    const std::uint32_t window = window_of(rest);
    for (std::size_t i = first_[lead]; i < size_ && entries_[i].lead == lead; ++i) {
      if ((window & entries_[i].mask) == entries_[i].value) return entries_[i].length;
    }
    return 1;
  }

 private:
  static constexpr std::size_t kMostOperators = 96;

  struct Entry {
    std::uint32_t value = 0;
    std::uint32_t mask = 0;
    std::uint8_t length = 0;
    std::uint8_t lead = 0;
  };

  /// Returns the first four bytes in memory order; bytes past the end are NUL, which no operator contains.
  static std::uint32_t window_of(std::string_view rest) noexcept {
    std::uint32_t window = 0;
    if (rest.size() >= sizeof window) {
      std::memcpy(&window, rest.data(), sizeof window);
    } else {
      std::memcpy(&window, rest.data(), rest.size());
    }
    return window;
  }

  constexpr void insert(std::string_view text) {
    std::array<char, 4> value{};
    std::array<char, 4> mask{};
    for (std::size_t i = 0; i < text.size(); ++i) {
      value[i] = text[i];
      mask[i] = static_cast<char>(0xFF);
    }
    entries_[size_++] = {std::bit_cast<std::uint32_t>(value), std::bit_cast<std::uint32_t>(mask),
                         static_cast<std::uint8_t>(text.size()), static_cast<std::uint8_t>(text[0])};
    second_[static_cast<unsigned char>(text[1])] = true;
  }

  std::array<Entry, kMostOperators> entries_{};
  std::array<std::uint8_t, 256> first_{};  // index of the first operator with that first byte, if it has any
  std::array<bool, 256> second_{};         // bytes that occur second in some operator
  std::size_t size_ = 0;
};

}  // namespace neardup::internal
