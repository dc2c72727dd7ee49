// A word diff for the terminal.
#pragma once

#include <string>
#include <string_view>

namespace neardup::cli {

/// Removed words as [-so-], added ones as {+so+}, in red and green with `colour`; long common stretches
/// shortened to the words around a change.
[[nodiscard]] std::string diff_text(std::string_view first, std::string_view second, bool colour);

}  // namespace neardup::cli
