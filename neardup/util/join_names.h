#pragma once

#include <string>
#include <string_view>

namespace neardup {

/// "a, b, c": the names of a range, a separator between them.
template <typename Names>
[[nodiscard]] std::string join_names(const Names& names, std::string_view separator = ", ") {
  std::string joined;
  for (const auto& name : names) {
    if (!joined.empty()) joined += separator;
    joined += name;
  }
  return joined;
}

}  // namespace neardup
