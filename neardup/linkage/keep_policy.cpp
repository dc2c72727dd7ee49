#include "neardup/linkage/keep_policy.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "neardup/util/error.h"

namespace neardup {

namespace {

using Kind = KeepPolicy::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 7> kKinds = {{{"first", Kind::first},
                                                                      {"last", Kind::last},
                                                                      {"longest", Kind::longest},
                                                                      {"shortest", Kind::shortest},
                                                                      {"max", Kind::max},
                                                                      {"min", Kind::min},
                                                                      {"prefer", Kind::prefer}}};

bool takes_argument(Kind kind) { return kind == Kind::max || kind == Kind::min || kind == Kind::prefer; }

std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    if (end > begin) parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

KeepPolicy parse_keep_policy(std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string_view name = text.substr(0, colon);
  const std::string_view argument = colon < text.size() ? text.substr(colon + 1) : std::string_view();
  const auto* const found = std::ranges::find(kKinds, name, &std::pair<std::string_view, Kind>::first);
  KeepPolicy policy;
  if (found != kKinds.end()) policy.kind = found->second;
  if (policy.kind == Kind::prefer) policy.sources = split_at_commas(argument);
  if (policy.kind == Kind::max || policy.kind == Kind::min) policy.field = argument;
  const bool has_argument = !policy.sources.empty() || !policy.field.empty();
  if (found == kKinds.end() || has_argument != takes_argument(policy.kind) ||
      (colon < text.size() && !has_argument)) {
    throw Error(
        ErrorCode::invalid_argument,
        "keep: expected first, last, longest, shortest, max:FIELD, min:FIELD or prefer:SOURCE,..., got '" +
            std::string(text) + "'");
  }
  return policy;
}

double preference(const KeepPolicy& policy, std::string_view path) noexcept {
  const auto found = std::ranges::find_if(policy.sources, [path](const std::string& source) {
    if (!path.starts_with(source)) return false;
    return path.size() == source.size() || source.ends_with('/') || path[source.size()] == '/';
  });
  return static_cast<double>(found - policy.sources.begin());
}

std::vector<double> rank_values(std::span<const std::string> values) {
  std::vector<double> ranks;
  ranks.reserve(values.size());
  for (const std::string& value : values) ranks.push_back(parse_number(value).value_or(kNoValue));
  const auto is_number = [&](std::size_t i) { return values[i].empty() || !std::isnan(ranks[i]); };
  bool all_numbers = true;
  for (std::size_t i = 0; i < values.size(); ++i) all_numbers = all_numbers && is_number(i);
  if (all_numbers) return ranks;
  std::vector<std::string_view> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto place = std::ranges::lower_bound(sorted, std::string_view(values[i])) - sorted.begin();
    ranks[i] = values[i].empty() ? kNoValue : static_cast<double>(place);
  }
  return ranks;
}

std::vector<std::uint32_t> keep_order(const KeepPolicy& policy, std::size_t documents,
                                      std::span<const double> values) {
  std::vector<std::uint32_t> order(documents);
  std::iota(order.begin(), order.end(), 0U);
  if (policy.kind == Kind::first) return order;
  if (policy.kind == Kind::last) {
    std::ranges::reverse(order);
    return order;
  }
  assert(values.size() == documents);
  const bool largest_first = policy.kind == Kind::longest || policy.kind == Kind::max;
  std::ranges::stable_sort(order, {}, [&](std::uint32_t document) {
    const double value = values[document];
    return std::pair(std::isnan(value), std::isnan(value) ? 0 : largest_first ? -value : value);
  });
  return order;
}

}  // namespace neardup
