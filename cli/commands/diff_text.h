// Formats a word diff for the terminal.
#pragma once

#include <string>
#include <string_view>

namespace neardup::cli {

/// Where the diff will be shown.
struct DiffStyle {
  bool is_terminal = false;  // escape what a terminal could obey and what a reader cannot see
  bool has_colour = false;   // red and green instead of [-removed-] and {+added+}
};

/// Returns the word diff of two texts. Shortens long common stretches to the text around a change.
[[nodiscard]] std::string diff_text(std::string_view first, std::string_view second, const DiffStyle& style);

}  // namespace neardup::cli
