// Finds the end of a number, string or regular expression in source code.
//
// Every function takes the text from the literal to the end of the document and returns how many bytes
// belong to the literal. All functions are total (an unterminated literal ends with its line or with
// the text) and read each byte once, so the lexer runs in linear time on any input.
#pragma once

#include <cstddef>
#include <string_view>

#include "neardup/features/code_languages.h"

namespace neardup::internal {

/// Returns the length of a number. REQUIRES: the text starts with a digit, or with a dot and a digit
[[nodiscard]] std::size_t number_length(std::string_view text, const CodeRules& rules) noexcept;

/// Returns the length of a Pascal number such as $FF, %101 or &17; 0 if no digit follows the first byte.
[[nodiscard]] std::size_t radix_number_length(std::string_view text) noexcept;

/// Returns the length of a Pascal string: quoted parts and
/// character codes without gaps, as in 'one'#13#10'two'.
[[nodiscard]] std::size_t character_code_string_length(std::string_view text,
                                                       const StringForm& form) noexcept;

/// Returns the length of a C++ raw string "delimiter(…)delimiter", counted from the quote. If no
/// opening parenthesis follows in time, returns the length of an ordinary string.
[[nodiscard]] std::size_t raw_string_length(std::string_view text, const StringForm& form) noexcept;

/// Returns the length of a JavaScript regular expression /…/flags, counted from the first slash. A
/// slash in brackets does not end it.
[[nodiscard]] std::size_t regular_expression_length(std::string_view text, const CodeRules& rules) noexcept;

/// Returns the string form that the text opens: one quote or a run of quotes, with the rules for its
/// contents. REQUIRES: the text starts with form.quote
[[nodiscard]] StringForm opened_string(std::string_view text, StringForm form) noexcept;

struct StringPiece {
  std::size_t length = 0;
  bool before_hole = false;  // if false, the string ends here
};

/// Reads the inside of a string from byte `start` up to and including its closing quotes, or up to a hole.
[[nodiscard]] StringPiece string_piece(std::string_view text, std::size_t start,
                                       const StringForm& form) noexcept;

}  // namespace neardup::internal
