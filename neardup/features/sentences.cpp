#include "neardup/features/sentences.h"

#include "neardup/text/normalize.h"
#include "neardup/text/utf8.h"

namespace neardup::internal {

namespace {

bool ends_sentence(char32_t c) noexcept {
  switch (c) {
    case U'.':
    case U'!':
    case U'?':
    case U';':
    case U'\n':
    case U'。':
    case U'！':
    case U'？':
    case U'；':
      return true;
    default:
      return false;
  }
}

}  // namespace

std::string_view next_sentence(std::string_view text, std::size_t& position) noexcept {
  const std::size_t begin = position;
  while (position < text.size()) {
    const std::size_t end = position;
    if (ends_sentence(next_code_point(text, position))) return text.substr(begin, end - begin);
  }
  return text.substr(begin);
}

bool has_letter_or_digit(std::string_view text) noexcept {
  for (std::size_t position = 0; position < text.size();) {
    if (is_token_character(next_code_point(text, position))) return true;
  }
  return false;
}

}  // namespace neardup::internal
