// Tokens of source code, so that copies stay alike when comments, layout and names change.
//
// Tokens are reserved words, names, numbers, strings, and operators by the longest match. Indentation and
// line ends are none, not even in Python. Includes, imports and preprocessor lines are tokens as all others.
// Details and the choices behind them stand in code_lexer.h, the languages in code_languages.cpp. An unknown
// language is read with the comments and strings of C, and a line that starts with # is a comment.
#pragma once

#include <optional>
#include <string_view>

#include "neardup/features/features.h"

namespace neardup {

enum class Language { generic, c, cpp, java, csharp, python, go, javascript, pascal };

/// By name as in --language ("c++", "cpp", "js", …; any case).
[[nodiscard]] std::optional<Language> language_named(std::string_view name);
/// By the extension of a path or id; generic when it says nothing.
[[nodiscard]] Language language_of_path(std::string_view path);
[[nodiscard]] std::string_view name_of(Language language) noexcept;

struct CodeTokenOptions {
  Language language = Language::generic;
  bool normalize_identifiers = true;  // every name that is no keyword of the language becomes `$`
  bool normalize_numbers = true;      // all become 0
  bool normalize_strings = true;      // strings and characters become ""
};

/// Writes the tokens to `features.text`, joined by single spaces, one slice each. Comments, white space, line
/// continuations and a byte-order mark at the start are dropped. What is not normalised stays as written, but
/// for white space inside a literal, which becomes U+2423 so that no token contains any, and for the words of
/// Pascal, which become lower case. Total: unterminated comments and strings end with the text, or with the
/// line if the string cannot span lines. The output has at most three bytes for each byte of the source.
/// REQUIRES: source.size() < 2^30, so that offsets fit
void take_code_tokens(std::string_view source, const CodeTokenOptions& options, Features& features);

}  // namespace neardup
