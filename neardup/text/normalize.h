// Maps texts that a reader would call the same to the same bytes, before features are extracted.
//
// Fast paths (ASCII; Han and other characters that are already normal; single full-width forms) never call
// ICU. Everything else goes through ICU piece by piece, cut at normalisation boundaries, so that the result
// equals normalising the whole text at once (proof in normal_walk.h). Nothing depends on the locale.
// Unicode 15.0.
//
// Every function takes any bytes and returns valid UTF-8: a malformed maximal subpart counts as U+FFFD.
#pragma once

#include <string>
#include <string_view>

namespace neardup::internal {

/// Appends the NFKC form, fully case-folded, and NFKC again (folding can denormalise): Unicode's
/// NFKC(toCasefold(NFKC(X))). NFKC turns full- and half-width forms into the ordinary ones.
void append_nfkc_casefold(std::string_view text, std::string& out);
/// Returns what append_nfkc_casefold appends.
[[nodiscard]] std::string nfkc_casefold(std::string_view text);

/// Appends the letters and numbers (is_token_character) of nfkc_casefold(text), without gaps, in one pass.
void append_normal_letters(std::string_view text, std::string& out);

/// Converts traditional Chinese to simplified, character by character and phrase by phrase (OpenCC t2s).
/// Throws Error if OpenCC's dictionaries cannot be loaded, or for any text if this build lacks OpenCC.
[[nodiscard]] std::string to_simplified(std::string_view text);

/// Replaces each run of white space (Unicode White_Space) by one space and trims both ends.
[[nodiscard]] std::string collapse_space(std::string_view text);

/// Does what the PyPI package `simhash` does: maps to lower case with Python's full mapping (final sigma
/// included), then keeps only letters (L*), numbers (N*) and '_' of Unicode 14.0, joined without gaps.
/// Does not normalise.
[[nodiscard]] std::string python_word_characters(std::string_view text);

/// Returns true for letters (general category L*) and numbers (N*) of Unicode 15.0, which make up tokens.
[[nodiscard]] bool is_token_character(char32_t code_point) noexcept;

/// Returns true for characters that are a token each: U+3400..9FFF, U+F900..FAFF, U+20000..3FFFF.
[[nodiscard]] constexpr bool is_han(char32_t c) noexcept {
  return (c >= 0x3400 && c <= 0x9FFF) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x3FFFF);
}

}  // namespace neardup::internal
