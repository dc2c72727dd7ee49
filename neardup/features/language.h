// The programming languages whose source code can be compared token by token.
#pragma once

#include <optional>
#include <string_view>

namespace neardup {

enum class Language { generic, c, cpp, java, csharp, python, go, javascript, pascal };

/// Returns the language of that name ("c++", "cpp", "js", …; any case).
[[nodiscard]] std::optional<Language> language_named(std::string_view name);
/// Returns the language that the extension of a path or id implies; generic if it implies none.
[[nodiscard]] Language language_of_path(std::string_view path);
[[nodiscard]] std::string_view name_of(Language language) noexcept;

}  // namespace neardup
