#include "string_handler.h"

#include <string_view>

namespace simhash {

namespace {

std::string_view given_or_white(const std::string& characters) {
  return characters.empty() ? StringHandler::WHITE_CHARS : characters;
}

std::string_view without_leading(std::string_view text, std::string_view characters) {
  const std::size_t begin = text.find_first_not_of(characters);
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

std::string_view without_trailing(std::string_view text, std::string_view characters) {
  return text.substr(0, text.find_last_not_of(characters) + 1);  // npos + 1 is 0: an empty view
}

}  // namespace

const std::string StringHandler::WHITE_CHARS = " \t\n\r\f\v";

void StringHandler::SplitString(const std::string& str, std::vector<std::string>& strList,
                                const std::string& delims) {
  std::vector<std::string> parts;
  std::string_view rest = str;
  while (!str.empty()) {
    const std::size_t end = rest.find_first_of(given_or_white(delims));
    parts.emplace_back(rest.substr(0, end));
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  strList.swap(parts);
}

void StringHandler::TrimString(const std::string& iStr, std::string& oStr, const std::string& trimChars) {
  const std::string_view characters = given_or_white(trimChars);
  oStr = std::string(without_trailing(without_leading(iStr, characters), characters));
}

void StringHandler::LeftTrimString(const std::string& iStr, std::string& oStr, const std::string& trimChars) {
  oStr = std::string(without_leading(iStr, given_or_white(trimChars)));
}

void StringHandler::RightTrimString(const std::string& iStr, std::string& oStr,
                                    const std::string& trimChars) {
  oStr = std::string(without_trailing(iStr, given_or_white(trimChars)));
}

}  // namespace simhash
