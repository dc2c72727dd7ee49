#include "neardup/linkage/keep_order.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace neardup::internal {

namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
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
    const auto rank = std::ranges::lower_bound(sorted, std::string_view(values[i])) - sorted.begin();
    ranks[i] = values[i].empty() ? kNoValue : static_cast<double>(rank);
  }
  return ranks;
}

std::vector<std::uint32_t> keep_order(const KeepPolicy& policy, std::size_t documents,
                                      std::span<const double> values) {
  std::vector<std::uint32_t> order(documents);
  std::iota(order.begin(), order.end(), 0U);
  if (policy.kind == KeepPolicy::Kind::first) return order;
  if (policy.kind == KeepPolicy::Kind::last) {
    std::ranges::reverse(order);
    return order;
  }
  assert(values.size() == documents);
  const bool largest_first = policy.kind == KeepPolicy::Kind::longest || policy.kind == KeepPolicy::Kind::max;
  std::ranges::stable_sort(order, {}, [&](std::uint32_t document) {
    const double value = values[document];
    return std::pair(std::isnan(value), std::isnan(value) ? 0 : largest_first ? -value : value);
  });
  return order;
}

}  // namespace neardup::internal
