// The kernels that turn texts into character windows. Private: not installed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace neardup::internal::simd {

/// How far a kernel got: bytes read and bytes written.
struct TextProgress {
  std::size_t taken = 0;
  std::size_t written = 0;
};

/// How many bytes after the letters take_letters may overwrite.
inline constexpr std::size_t kLetterSlack = 8;

/// Copies the letters and digits at the beginning of a text to `out`, ASCII in lower case. Handles
/// the common characters only: ASCII, U+4E00..9FFF and the usual Chinese punctuation, which it
/// drops. Stops before the first other character.
/// REQUIRES: room for text.size() + kLetterSlack bytes
TextProgress take_letters(std::string_view text, char* out) noexcept;

/// Returns the number of characters in a valid UTF-8 text.
[[nodiscard]] std::size_t count_characters(std::string_view text) noexcept;

/// Writes one word for every character of a valid UTF-8 text: where it begins. Writes text.size() after them.
/// REQUIRES: room for count_characters(text) + 9 words
void find_characters(std::string_view text, std::uint64_t* words) noexcept;

/// Turns words[0..count), where word i holds a position in its lower half, into slices: adds the
/// distance to position i + width in the upper half.
/// REQUIRES: count + width words, width >= 1
void positions_to_slices(std::uint64_t* words, std::size_t count, std::size_t width) noexcept;

}  // namespace neardup::internal::simd
