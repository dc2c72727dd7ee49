// Builds JSON that is safe inside a <script> element (see json_text).
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <concepts>
#include <string>
#include <string_view>

#include "neardup/report/page/page_escape.h"

namespace neardup::internal {

/// Builds {"name":value,…} in the order of the calls. Names come from the program and need no escaping.
class PageObject {
 public:
  PageObject& text(std::string_view name, std::string_view value) { return raw(name, json_text(value)); }
  /// Adds a number; NaN and infinities become null.
  template <typename Number>
  PageObject& number(std::string_view name, Number value) {
    if constexpr (std::floating_point<Number>) {
      if (!std::isfinite(value)) return raw(name, "null");
    }
    return raw(name, fmt::format("{}", value));
  }
  /// Adds a number, or null for no value.
  template <typename Optional>
  PageObject& maybe(std::string_view name, const Optional& value) {
    return value ? number(name, *value) : raw(name, "null");
  }
  /// Adds a member whose value is JSON already.
  PageObject& raw(std::string_view name, std::string_view json) {
    members_ += fmt::format("{}\"{}\":{}", members_.empty() ? "" : ",", name, json);
    return *this;
  }
  [[nodiscard]] std::string object() const { return "{" + members_ + "}"; }

 private:
  std::string members_;
};

/// Builds [item,…].
class PageArray {
 public:
  void add(std::string_view json) { items_ += fmt::format("{}{}", items_.empty() ? "" : ",", json); }
  [[nodiscard]] std::string array() const { return "[" + items_ + "]"; }

 private:
  std::string items_;
};

}  // namespace neardup::internal
