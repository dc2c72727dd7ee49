// Sentences of a text in any language, cut by their signs alone.
#pragma once

#include <cstddef>
#include <string_view>

namespace neardup {

/// The part of the text from `position` to the next end of a sentence (one of 。！？；.!?; or a newline,
/// which does not belong to it); `position` moves behind that sign. May be empty. REQUIRES: position <=
/// text.size()
[[nodiscard]] std::string_view next_sentence(std::string_view text, std::size_t& position) noexcept;

/// True when there is anything to compare in it: a letter or a digit.
[[nodiscard]] bool has_letter_or_digit(std::string_view text) noexcept;

}  // namespace neardup
