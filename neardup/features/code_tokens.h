// Extracts tokens of source code, so that copies stay similar when comments, layout and names change.
//
// A token is a keyword, a name, a number, a string, or an operator (by longest match). Indentation and line
// ends are not tokens, not even in Python. Includes, imports and preprocessor lines are tokens like all
// others. See code_lexer.h for details and design choices and code_languages.cpp for the languages. In an
// unknown language, comments and strings follow C, and a line that starts with # is a comment.
#pragma once

#include <string_view>

#include "neardup/features/features.h"
#include "neardup/features/language.h"

namespace neardup::internal {

struct CodeTokenOptions {
  Language language = Language::generic;
  bool normalize_identifiers = true;  // every name that is not a keyword becomes `$`
  bool normalize_numbers = true;      // every number becomes 0
  bool normalize_strings = true;      // every string and character literal becomes ""
};

/// Writes the tokens to `features.text`, joined by single spaces, one slice per token. Drops comments,
/// white space, line continuations and a leading byte-order mark. Tokens that are not normalised stay
/// as written, with two exceptions: white space inside a literal becomes U+2423, so that no token
/// contains white space, and Pascal words become lower case. Total: an unterminated comment or string
/// ends with the text, or with its line if the string cannot span lines. Writes at most three bytes per
/// byte of source.
/// REQUIRES: source.size() < 2^30, so that offsets fit
void take_code_tokens(std::string_view source, const CodeTokenOptions& options, Features& features);

}  // namespace neardup::internal
