// Tokens of source code, so that copies stay alike when comments, layout and names change.
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
  bool normalize_literals = true;     // numbers become 0, strings and characters ""
};

/// Writes the tokens to `features.text`, joined by single spaces, one slice each. Comments, white space, line
/// continuations and byte-order marks are dropped. Total: unterminated strings and comments end with the text.
void take_code_tokens(std::string_view source, const CodeTokenOptions& options, Features& features);

}  // namespace neardup
