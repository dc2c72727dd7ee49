// Recognises HTML that was read as if it were plain text.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>

#include "neardup/text/blank.h"

namespace neardup::internal {

/// Returns the text from its first visible character on.
[[nodiscard]] inline std::string_view without_leading_space(std::string_view text) noexcept {
  std::size_t begin = 0;
  for (std::size_t position = 0; position < text.size(); begin = position) {
    const char32_t c = next_code_point(text, position);
    if (!is_white_space(c) && c != 0xFEFF) break;
  }
  return text.substr(begin);
}

/// Returns true if the text begins as a web page does, or begins with a tag and consists mostly of tags as far as
/// its first 4 KiB show. Looks only at the first visible character of most texts.
[[nodiscard]] inline bool looks_like_html(std::string_view text) noexcept {
  constexpr std::size_t kLooked = 4096;
  constexpr std::size_t kFewTags = 4;
  text = without_leading_space(text).substr(0, kLooked);
  if (!text.starts_with('<')) return false;
  const auto begins_with = [&text](std::string_view sign) {
    return text.size() >= sign.size() &&
           std::equal(sign.begin(), sign.end(), text.begin(),
                      [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
  };
  if (begins_with("<!doctype html") || begins_with("<html")) return true;
  std::size_t tags = 0;
  std::size_t bytes = 0;  // inside of tags
  for (std::size_t open = 0; (open = text.find('<', open)) < text.size();) {
    const char next = open + 1 < text.size() ? text[open + 1] : ' ';
    const bool is_tag = std::isalpha(static_cast<unsigned char>(next)) != 0 || next == '/' || next == '!';
    const std::size_t end = is_tag ? std::min(text.find('>', open), text.size()) : open;
    tags += is_tag ? 1 : 0;
    bytes += is_tag ? std::min(end + 1, text.size()) - open : 0;
    open = end + 1;
  }
  return tags >= kFewTags && 2 * bytes > text.size();
}

}  // namespace neardup::internal
