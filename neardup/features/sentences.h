// Splits a text in any language into sentences, by punctuation alone.
#pragma once

#include <cstddef>
#include <string_view>

namespace neardup::internal {

/// Returns the text from `position` up to the next sentence end (one of 。！？；.!?; or a newline), without that
/// sign, and moves `position` past the sign. The result may be empty. REQUIRES: position <= text.size()
[[nodiscard]] std::string_view next_sentence(std::string_view text, std::size_t& position) noexcept;

/// Returns true if the text has anything to compare: a letter or a digit.
[[nodiscard]] bool has_letter_or_digit(std::string_view text) noexcept;

}  // namespace neardup::internal
