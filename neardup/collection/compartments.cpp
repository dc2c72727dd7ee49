#include "neardup/collection/compartments.h"

#include "neardup/text/normalize.h"
#include "neardup/text/utf8.h"
#include "neardup/util/error.h"

namespace neardup::internal {

Within parse_within(std::string_view text) {
  if (text.empty())
    throw Error(ErrorCode::invalid_argument, "within: expected a field or a sign such as '/', got nothing");
  std::size_t position = 0;
  const char32_t first = next_code_point(text, position);
  if (position == text.size() && !is_token_character(first)) return {.sign = std::string(text)};
  return {.field = std::string(text)};
}

std::string_view value_before(std::string_view id, std::string_view sign) noexcept {
  const std::size_t end = id.find(sign);
  return end == std::string_view::npos ? std::string_view() : id.substr(0, end);
}

void Compartments::add(std::string_view value) {
  std::uint32_t number = 0;
  if (!value.empty()) {
    auto found = number_of_.find(value);
    if (found == number_of_.end())
      found = number_of_.emplace(std::string(value), static_cast<std::uint32_t>(values() + 1)).first;
    number = found->second;
  }
  numbers_.push_back(number);
}

}  // namespace neardup::internal
