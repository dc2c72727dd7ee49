#include "neardup/features/table_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "neardup/util/error.h"
#include "neardup/util/shipped_table.h"

namespace neardup::internal {

namespace {

template <typename Number>
std::optional<Number> parse_whole(std::string_view text) noexcept {
  Number value{};
  const char* begin = text.data();
  const char* end = begin + text.size();
  const auto [stop, problem] = std::from_chars(begin, end, value);
  if (problem != std::errc{} || stop != end) return std::nullopt;
  return value;
}

}  // namespace

TableLines::TableLines(std::string path) : path_(std::move(path)), content_(read_shipped_table(path_)) {}

std::optional<std::string_view> TableLines::next() {
  if (position_ == content_.size()) return std::nullopt;
  const std::string_view rest = std::string_view(content_).substr(position_);
  const std::size_t length = std::min(rest.find('\n'), rest.size());
  line_ = rest.substr(0, length);
  if (line_.ends_with('\r')) line_.remove_suffix(1);
  position_ = std::min(position_ + length + 1, content_.size());
  ++line_number_;
  return line_;
}

std::size_t TableLines::most_lines() const noexcept {
  return static_cast<std::size_t>(std::ranges::count(content_, '\n')) + 1;
}

void TableLines::fail(std::string_view what) const {
  constexpr std::size_t kShown = 60;
  throw Error(ErrorCode::corrupt,
              fmt::format("{}: line {}: {}, got `{}`", path_, line_number_, what, line_.substr(0, kShown)));
}

std::optional<double> parse_real(std::string_view text) noexcept {
  const std::optional<double> value = parse_whole<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<std::uint64_t> parse_count(std::string_view text) noexcept {
  return parse_whole<std::uint64_t>(text);
}

}  // namespace neardup::internal
