// Formats a word diff for the terminal.
#pragma once

#include <string>
#include <string_view>

namespace neardup::cli {

/// Returns the word diff of two texts. Shows removed words as [-so-] and added ones as {+so+}, or, with
/// `colour`, in red and green. Shortens long common stretches to the text around a change.
[[nodiscard]] std::string diff_text(std::string_view first, std::string_view second, bool colour);

}  // namespace neardup::cli
