// How much a piece of text says, in a unit that holds for all scripts: letters of an alphabet.
//
// Density must not be counted in words, because Chinese has no spaces, nor in bytes or characters, because a
// Chinese character says about as much as four letters.
#pragma once

#include <cstddef>
#include <string_view>

namespace neardup::internal {

/// Returns the number of letters and digits; a Chinese character, a kana or a Hangul syllable counts as four.
/// Punctuation, symbols and white space count nothing. REQUIRES: the text is UTF-8
[[nodiscard]] std::size_t count_letters(std::string_view text) noexcept;

/// Returns true if the text ends like a sentence, in Latin or in full-width punctuation.
[[nodiscard]] bool ends_like_a_sentence(std::string_view text) noexcept;

}  // namespace neardup::internal
