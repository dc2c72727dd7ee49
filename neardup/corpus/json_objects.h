// Finds the objects of JSON that does not have one object per line: an array of objects, objects that span lines, or
// one object that holds the array under a key. It looks only at strings and brackets; the JSON parser checks the
// rest. A line end closes a string, because JSON has none inside strings: so a string that lacks its closing quote
// spoils one object, not all after it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace neardup::internal {

/// Scans a stream that comes in pieces.
class JsonObjectScanner {
 public:
  /// Ignores the first `prologue` bytes. If there are any, the rest is the inside of one array, and what follows the
  /// array is not scanned.
  explicit JsonObjectScanner(std::size_t prologue = 0)
      : ignored_(prologue), arrays_(prologue == 0 ? 0 : 1), stops_at_end_of_array_(prologue != 0) {}

  /// Returns the offset just after the next object, or after the array with which the scan ends; npos if the piece
  /// has neither. The next piece begins at that offset.
  [[nodiscard]] std::size_t next_end(std::string_view piece);

  /// Returns where the object begins that the last next_end() found or left open; npos if in an earlier piece.
  [[nodiscard]] std::size_t object_begin() const noexcept { return begin_; }
  [[nodiscard]] bool is_in_object() const noexcept { return depth_ != 0; }
  [[nodiscard]] bool is_in_array() const noexcept { return arrays_ != 0; }
  /// Returns true once the array has ended with which the scan ends.
  [[nodiscard]] bool is_finished() const noexcept { return is_finished_; }

 private:
  [[nodiscard]] std::size_t skip_string(std::string_view piece, std::size_t position) noexcept;
  [[nodiscard]] bool ends_at(char c, std::size_t position) noexcept;

  std::size_t ignored_;
  std::size_t arrays_;     // arrays around the objects
  std::size_t depth_ = 0;  // brackets that are open in the current object
  std::size_t begin_ = std::string_view::npos;
  bool stops_at_end_of_array_;
  bool is_in_string_ = false;
  bool is_escaped_ = false;
  bool is_finished_ = false;
};

/// What the beginning of a file says about its objects.
struct JsonLayout {
  std::size_t prologue = 0;  // bytes before the first element, if the array is under a key of an object
  bool is_certain = false;   // false if a longer look could change the answer
};

/// Returns nullopt if the beginning is not JSON, or is JSON with one object per line. An array of objects under a
/// key of an object counts if none of `text_fields` comes first: then the outer object is no record.
[[nodiscard]] std::optional<JsonLayout> find_json_layout(std::string_view beginning,
                                                         const std::vector<std::string>& text_fields);

/// Returns JSON without the white space between its tokens, so on one line.
[[nodiscard]] std::string compact_json(std::string_view json);

}  // namespace neardup::internal
