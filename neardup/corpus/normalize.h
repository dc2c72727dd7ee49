// Brings texts that a reader would call the same to the same bytes, before features are taken.
//
// Fast paths (ASCII; Han and other characters that are already normal; single full-width forms) never call
// ICU; everything else goes through ICU piece by piece, cut at normalisation boundaries, so that the result
// is the same as normalising the whole text at once. Nothing depends on the locale. Unicode 15.0.
//
// Every function takes any bytes and gives valid UTF-8: a malformed maximal subpart counts as U+FFFD.
#pragma once

#include <string>
#include <string_view>

namespace neardup {

/// NFKC, then full case folding, then NFKC again (folding can denormalise): Unicode's
/// NFKC(toCasefold(NFKC(X))). Full- and half-width forms become the ordinary ones by NFKC.
void append_nfkc_casefold(std::string_view text, std::string& out);
[[nodiscard]] std::string nfkc_casefold(std::string_view text);

/// The letters and numbers (is_token_character) of nfkc_casefold(text), joined without gaps, in one pass.
void append_normal_letters(std::string_view text, std::string& out);

/// Traditional Chinese to simplified, character by character and phrase by phrase (OpenCC t2s). Throws Error
/// when OpenCC's dictionaries cannot be loaded.
[[nodiscard]] std::string to_simplified(std::string_view text);

/// Runs of white space (Unicode White_Space) become one space; none at the ends.
[[nodiscard]] std::string collapse_space(std::string_view text);

/// Lower case with Python's full mapping (final sigma included), then only letters (L*), numbers (N*) and '_'
/// of Unicode 14.0 remain, joined without gaps. No normalisation. What the PyPI package `simhash` does.
[[nodiscard]] std::string python_word_characters(std::string_view text);

/// True for letters (general category L*) and numbers (N*) of Unicode 15.0, which tokens are made of.
[[nodiscard]] bool is_token_character(char32_t code_point) noexcept;

/// True for the characters that are a token each: U+3400..9FFF, U+F900..FAFF, U+20000..3FFFF.
[[nodiscard]] constexpr bool is_han(char32_t c) noexcept {
  return (c >= 0x3400 && c <= 0x9FFF) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x3FFFF);
}

}  // namespace neardup
