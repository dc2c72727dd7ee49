// An undamaged string is unescaped and copied once; only masked lines need the repair pass.
#include "neardup/corpus/json_line.h"

#include <functional>
#include <utility>

#include "neardup/corpus/json_string.h"
#include "neardup/corpus/raw_batch.h"
#include "neardup/text/utf8.h"

namespace neardup::internal {

void JsonLine::mask() {
  masked_.reserve(bytes_.size() + RawBuffer::kPadding);
  masked_ = bytes_;
  for (char& c : masked_)
    if (static_cast<unsigned char>(c) >= 0x80) c = 'x';
  masked_.resize(bytes_.size() + RawBuffer::kPadding, ' ');
  visible_ = std::string_view(masked_).substr(0, bytes_.size());
}

std::string JsonLine::unescape_token(std::string_view token) {
  const auto begin = static_cast<std::size_t>(token.data() - visible_.data());
  return unescape(begin + 1, begin + token.rfind('"'));
}

std::string JsonLine::unescape_name(const char* begin) {
  const auto first = static_cast<std::size_t>(begin - visible_.data());
  std::size_t end = first;
  while (end < visible_.size() && visible_[end] != '"') end += visible_[end] == '\\' ? 2 : 1;
  return unescape(first, end);
}

std::string JsonLine::unescape(std::size_t begin, std::size_t end) {
  const std::string_view body = bytes_.substr(begin, end - begin);
  const auto policy = invalid_ == InvalidBytes::keep ? LoneSurrogates::keep : LoneSurrogates::replace;
  UnescapedString unescaped = unescape_json(body, policy);
  if (unescaped.wrong_escape != std::string_view::npos)
    throw BrokenLine{begin + unescaped.wrong_escape, "not valid JSON: an escape that does not exist"};
  if (unescaped.lone_surrogates != 0 && lone_surrogates_ == 0)
    first_lone_surrogate_ = begin + unescaped.first_lone_surrogate;
  lone_surrogates_ += unescaped.lone_surrogates;
  if (!masked_.empty() && invalid_ == InvalidBytes::replace) return repair_utf8(unescaped.text).text;
  return std::move(unescaped.text);
}

void JsonLine::fail(std::string_view token, std::string message) const {
  throw BrokenLine{offset_of(token), std::move(message)};
}

std::optional<std::size_t> JsonLine::offset_of(std::string_view token) const noexcept {
  const char* const begin = token.data();
  const std::less<> before;  // a total order even for pointers into different arrays
  if (before(begin, visible_.data()) || !before(begin, visible_.data() + visible_.size()))
    return std::nullopt;
  return static_cast<std::size_t>(begin - visible_.data());
}

}  // namespace neardup::internal
