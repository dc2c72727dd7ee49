// The kernels that texts pass through on their way to character windows. Private: not installed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace neardup::simd {

/// How far a kernel got, in bytes read and bytes written.
struct TextProgress {
  std::size_t taken = 0;
  std::size_t written = 0;
};

/// Bytes behind the letters that take_letters may overwrite.
inline constexpr std::size_t kLetterSlack = 8;

/// Copies the letters and digits of the common characters from the beginning of a text to `out`, ASCII in
/// lower case: ASCII, U+4E00..9FFF and the usual punctuation of Chinese, which is dropped. Stops before the
/// first character that is none of them. REQUIRES: room for text.size() + kLetterSlack bytes
TextProgress take_letters(std::string_view text, char* out) noexcept;

/// Of a valid UTF-8 text.
[[nodiscard]] std::size_t count_characters(std::string_view text) noexcept;

/// For every character of a valid UTF-8 text one word: where it begins. Behind them stands text.size().
/// REQUIRES: room for count_characters(text) + 9 words
void find_characters(std::string_view text, std::uint64_t* words) noexcept;

/// Turns words[0..count), where word i holds a position in its lower half, to slices: the distance to
/// position i + width goes to the upper half. REQUIRES: count + width words
void positions_to_slices(std::uint64_t* words, std::size_t count, std::size_t width) noexcept;

}  // namespace neardup::simd
