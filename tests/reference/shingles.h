// Windows, tokens and shingles as lists of strings, taken from code points one by one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/text/utf8.h"
#include "tests/reference/nasty_text.h"
#include "tests/reference/normalize.h"
#include "tests/reference/utf32.h"

namespace neardup::internal::reference {

inline std::vector<std::string> character_windows(std::string_view text, std::size_t width) {
  const std::u32string characters = to_utf32(text);
  if (characters.empty()) return {};
  if (characters.size() <= width) return {std::string(text)};
  std::vector<std::string> windows;
  for (std::size_t i = 0; i + width <= characters.size(); ++i)
    windows.push_back(to_utf8(characters.substr(i, width)));
  return windows;
}

inline bool is_one_token(char32_t c) {
  return (c >= 0x3400 && c <= 0x9FFF) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x3FFFF);
}

inline std::vector<std::string> tokens(std::string_view normal_text) {
  std::vector<std::string> result;
  bool in_run = false;
  for (const char32_t code_point : to_utf32(normal_text)) {
    const bool alone = is_one_token(code_point);
    const bool letter = !alone && is_letter_or_number(code_point);
    if (alone || (letter && !in_run)) result.emplace_back();
    if (alone || letter) append_utf8(result.back(), code_point);
    in_run = letter;
  }
  return result;
}

inline std::string join(const std::vector<std::string>& tokens, std::size_t begin, std::size_t end) {
  std::string result;
  for (std::size_t i = begin; i < end; ++i) result += (i == begin ? "" : " ") + tokens[i];
  return result;
}

inline std::vector<std::string> shingles(const std::vector<std::string>& tokens, std::size_t width) {
  if (tokens.empty()) return {};
  if (tokens.size() < width) return {join(tokens, 0, tokens.size())};
  std::vector<std::string> result;
  for (std::size_t i = 0; i + width <= tokens.size(); ++i) result.push_back(join(tokens, i, i + width));
  return result;
}

}  // namespace neardup::internal::reference
