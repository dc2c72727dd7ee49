// Writes JSON lines. Covers only what we need: strings, and objects built member by member.
#pragma once

#include <cstdint>
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
  JsonObject& text(std::string_view name, std::string_view value);
  JsonObject& number(std::string_view name, double value);
  JsonObject& number_or_null(std::string_view name, std::optional<double> value);
  JsonObject& integer(std::string_view name, std::int64_t value);
  JsonObject& raw(std::string_view name, std::string_view json);
  /// Returns the object followed by a newline.
  [[nodiscard]] std::string line() const { return object() + "\n"; }
  [[nodiscard]] std::string object() const { return "{" + members_ + "}"; }

 private:
  std::string members_;
};

}  // namespace neardup::internal
