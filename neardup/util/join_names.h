#pragma once

#include <string>
#include <string_view>

namespace neardup::internal {

/// Returns the names of a range joined by a separator: "a, b, c".
template <typename Names>
[[nodiscard]] std::string join_names(const Names& names, std::string_view separator = ", ") {
  std::string joined;
  for (const auto& name : names) {
    if (!joined.empty()) joined += separator;
    joined += name;
  }
  return joined;
}

}  // namespace neardup::internal
