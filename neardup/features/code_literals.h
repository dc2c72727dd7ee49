// Where a number, string or regular expression of source code ends.
//
// Every function gets the text from the literal to the end of the document and returns how many of its bytes
// belong to the literal. All are total (a literal that is not terminated ends with its line or with the text)
// and read each byte once, so the lexer stays linear whatever it is given.
#pragma once

#include <cstddef>
#include <string_view>

#include "neardup/features/code_languages.h"

namespace neardup {

/// REQUIRES: the text starts with a digit, or with a dot and a digit
[[nodiscard]] std::size_t number_length(std::string_view text, const CodeRules& rules) noexcept;

/// Pascal's $FF, %101 and &17; 0 when no digit follows the first byte.
[[nodiscard]] std::size_t radix_number_length(std::string_view text) noexcept;

/// Pascal's strings: quoted parts and character codes without a gap, as in 'one'#13#10'two'.
[[nodiscard]] std::size_t character_code_string_length(std::string_view text,
                                                       const StringForm& form) noexcept;

/// C++: "delimiter(…)delimiter", from the quote on. Without an opening parenthesis in time: an ordinary
/// string.
[[nodiscard]] std::size_t raw_string_length(std::string_view text, const StringForm& form) noexcept;

/// JavaScript: /…/flags, from the first slash on; a slash in brackets does not end it.
[[nodiscard]] std::size_t regular_expression_length(std::string_view text, const CodeRules& rules) noexcept;

/// What an opening quote really opens: one quote or a run of them, with the rules for its inside.
/// REQUIRES: the text starts with form.quote
[[nodiscard]] StringForm opened_string(std::string_view text, StringForm form) noexcept;

struct StringPiece {
  std::size_t length = 0;
  bool before_hole = false;  // otherwise the string is over
};

/// The inside of a string from its byte `start` on, up to and including its closing quotes, or up to a hole.
[[nodiscard]] StringPiece string_piece(std::string_view text, std::size_t start,
                                       const StringForm& form) noexcept;

}  // namespace neardup
