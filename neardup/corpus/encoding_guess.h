// Guesses the encoding of bytes that are not UTF-8, and refuses to guess where the answer would not be credible:
// a wrong encoding turns a text into another text, and nobody would notice.
//
// uchardet proposes an encoding from the frequencies of characters (ICU does in builds without uchardet; decision
// 0019 compares them). The proposal counts only if the bytes convert to what people write: next to no invalid
// sequences, no control characters, letters in the company that they keep in words. UTF-16 without a byte order
// mark is recognised by its zero bytes and by the blocks of its characters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace neardup::internal {

/// Enough bytes to guess from, counted from the first that is not ASCII.
inline constexpr std::size_t kGuessBytes = std::size_t{64} << 10;

/// Returns the ICU name of the encoding; "" if the sample is UTF-8, perhaps with damage, or if no guess is credible.
/// Only a sample from the beginning of a file can be UTF-16.
[[nodiscard]] std::string guess_encoding(std::string_view sample, bool is_beginning);

/// Returns the offset of the first byte that ASCII text does not have: one above 7F, or NUL. Returns npos if there
/// is none.
[[nodiscard]] std::size_t find_non_ascii(std::string_view bytes) noexcept;

}  // namespace neardup::internal
