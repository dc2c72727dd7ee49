// Writes JSON. Covers only what we need: strings, and objects and arrays built piece by piece.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>

namespace neardup::internal {

/// Returns the text as a JSON string, quotes included. Replaces bytes that are not UTF-8 by U+FFFD,
/// so that the line is always valid JSON.
[[nodiscard]] std::string json_string(std::string_view text);

/// Returns a JSON object without its members of this name, whatever their values. Copies the other
/// members byte for byte.
/// REQUIRES: the record is a valid JSON object
[[nodiscard]] std::string without_member(std::string_view record, std::string_view name);

/// Builds an object {"name":value,…} with its members in the order of the calls.
class JsonObject {
 public:
  JsonObject() = default;
  /// Writes strings with `string_of` instead of json_string, for example to make them safe inside a page.
  explicit JsonObject(std::string (*string_of)(std::string_view)) : string_of_(string_of) {}

  JsonObject& text(std::string_view name, std::string_view value) { return raw(name, string_of_(value)); }
  /// Adds a number; NaN and infinities become null.
  JsonObject& number(std::string_view name, double value);
  JsonObject& number(std::string_view name, std::integral auto value) {
    return raw(name, std::to_string(value));
  }
  /// Adds a number, or null for no value.
  template <typename Number>
  JsonObject& number_or_null(std::string_view name, const std::optional<Number>& value) {
    return value ? number(name, *value) : raw(name, "null");
  }
  /// Adds a member whose value is JSON already.
  JsonObject& raw(std::string_view name, std::string_view json);
  /// Returns the object followed by a newline.
  [[nodiscard]] std::string line() const { return object() + "\n"; }
  [[nodiscard]] std::string object() const { return "{" + members_ + "}"; }

 private:
  std::string (*string_of_)(std::string_view) = json_string;
  std::string members_;
};

/// Builds [item,…].
class JsonArray {
 public:
  void add(std::string_view json);
  [[nodiscard]] std::string array() const { return "[" + items_ + "]"; }

 private:
  std::string items_;
};

}  // namespace neardup::internal
