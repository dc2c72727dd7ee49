// Writes JSON lines. Only what the commands need: strings and a line under construction.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace neardup::cli {

/// With quotes. Bytes that are not UTF-8 become U+FFFD, so that the line is always valid JSON.
[[nodiscard]] std::string json_string(std::string_view text);

/// A JSON object without its members of this name, whatever their values; the rest byte for byte. REQUIRES:
/// the record is a valid object
[[nodiscard]] std::string without_member(std::string_view record, std::string_view name);

/// {"name":value,…} in the order of the calls.
class JsonLine {
 public:
  JsonLine& text(std::string_view name, std::string_view value);
  JsonLine& number(std::string_view name, double value);
  JsonLine& integer(std::string_view name, std::int64_t value);
  JsonLine& raw(std::string_view name, std::string_view json);
  /// The object and a newline.
  [[nodiscard]] std::string line() const { return object() + "\n"; }
  [[nodiscard]] std::string object() const { return "{" + members_ + "}"; }

 private:
  std::string members_;
};

}  // namespace neardup::cli
