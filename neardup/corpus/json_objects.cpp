#include "neardup/corpus/json_objects.h"

#include <algorithm>

namespace neardup::internal {
namespace {

constexpr std::string_view kWhite = " \t\r\n";

std::size_t skip_white(std::string_view json, std::size_t position) {
  return std::min(json.find_first_not_of(kWhite, position), json.size());
}

/// Returns the offset of the quote that closes the string which begins at `position`; npos if none does.
std::size_t closing_quote(std::string_view json, std::size_t position) {
  for (std::size_t i = position + 1; i < json.size(); ++i) {
    if (json[i] == '\\') {
      ++i;
    } else if (json[i] == '"') {
      return i;
    } else if (json[i] == '\n') {
      break;
    }
  }
  return std::string_view::npos;
}

/// Walks over the first object of a file as far as the beginning shows it.
class FirstObject {
 public:
  FirstObject(std::string_view json, const std::vector<std::string>& text_fields)
      : json_(json), text_fields_(text_fields) {}

  std::optional<JsonLayout> layout() {
    for (position_ = skip_white(json_, 0); position_ < json_.size() && !is_done_; ++position_) step();
    if (record_has_text_ || !array_ || another_follows()) return as_lines_or_objects();
    return JsonLayout{.prologue = *array_, .is_certain = is_complete_};
  }

 private:
  void step() {
    const char c = json_[position_];
    if (c == '"') {
      take_string();
    } else if (c == '{' || c == '[') {
      if (c == '[' && open_ == "{" && !array_ && json_[next_token()] == '{') array_ = position_ + 1;
      open_ += c;
    } else if (c == '}' || c == ']') {
      if (!open_.empty()) open_.pop_back();
      is_complete_ = is_done_ = open_.empty();
    } else if (c == '\n' && !open_.empty()) {
      spans_lines_ = spans_lines_ || json_.substr(position_ + 1, 1) != "{";
    }
  }

  /// Returns the offset of the next token, or of the current one if there is none.
  [[nodiscard]] std::size_t next_token() const {
    const std::size_t next = skip_white(json_, position_ + 1);
    return next < json_.size() ? next : position_;
  }

  void take_string() {
    const std::size_t end = closing_quote(json_, position_);
    if (end == std::string_view::npos) {
      is_done_ = true;
      return;
    }
    const std::string_view name = json_.substr(position_ + 1, end - position_ - 1);
    position_ = end;
    if (json_[next_token()] != ':' || !is_text_field(name)) return;
    if (open_ == "{") record_has_text_ = is_done_ = true;
  }

  [[nodiscard]] bool is_text_field(std::string_view name) const {
    return name == "features" || std::ranges::any_of(text_fields_, [name](const std::string& field) {
             return field == name || std::string_view(field).substr(0, field.find('.')) == name;
           });
  }

  /// Returns true if the first object is seen to its end and is not the only one.
  [[nodiscard]] bool another_follows() const {
    return is_complete_ && json_.substr(skip_white(json_, position_)).starts_with('{');
  }

  /// JSON lines have a whole object in each line.
  [[nodiscard]] std::optional<JsonLayout> as_lines_or_objects() {
    const std::size_t line_end = json_.find('\n', skip_white(json_, 0));
    if (line_end == std::string_view::npos) return std::nullopt;
    if (is_complete_ ? !spans_lines_ : !spans_lines_ && !breaks_in_first_line(line_end)) return std::nullopt;
    return JsonLayout{.is_certain = true};
  }

  /// Returns true if the first line ends inside the object but not inside a string.
  [[nodiscard]] bool breaks_in_first_line(std::size_t line_end) const {
    std::size_t depth = 0;
    for (std::size_t i = skip_white(json_, 0); i < line_end; ++i) {
      if (json_[i] == '"') {
        i = closing_quote(json_, i);
        if (i == std::string_view::npos) return false;
      } else if (json_[i] == '{' || json_[i] == '[') {
        ++depth;
      } else if ((json_[i] == '}' || json_[i] == ']') && --depth == 0) {
        return false;
      }
    }
    return json_.substr(line_end + 1, 1) != "{";
  }

  std::string_view json_;
  const std::vector<std::string>& text_fields_;
  std::size_t position_ = 0;
  std::string open_;                  // the brackets that are open
  std::optional<std::size_t> array_;  // where the elements of the first array of objects begin
  bool record_has_text_ = false;
  bool spans_lines_ = false;
  bool is_complete_ = false;
  bool is_done_ = false;
};

}  // namespace

/// Returns the offset after the string that is open at `position`, or the end of the piece.
std::size_t JsonObjectScanner::skip_string(std::string_view piece, std::size_t position) noexcept {
  for (; position < piece.size() && is_in_string_; ++position) {
    const char c = piece[position];
    if (is_escaped_) {
      is_escaped_ = false;
    } else if (c == '\\') {
      is_escaped_ = true;
    } else if (c == '"' || c == '\n') {
      is_in_string_ = false;
    }
  }
  return position;
}

/// Takes a character outside strings. Returns true if it ends an object or the scan.
bool JsonObjectScanner::ends_at(char c, std::size_t position) noexcept {
  switch (c) {
    case '"':
      is_in_string_ = true;
      return false;
    case '{':
      if (depth_++ == 0) begin_ = position;
      return false;
    case '[':
      ++(depth_ == 0 ? arrays_ : depth_);
      return false;
    case '}':
      return depth_ != 0 && --depth_ == 0;
    case ']':
      if (depth_ != 0) return --depth_ == 0;
      if (arrays_ != 0) --arrays_;
      is_finished_ = stops_at_end_of_array_ && arrays_ == 0;
      return is_finished_;
    default:
      return false;
  }
}

std::size_t JsonObjectScanner::next_end(std::string_view piece) {
  begin_ = std::string_view::npos;
  if (is_finished_) return std::string_view::npos;
  std::size_t position = std::min(ignored_, piece.size());
  ignored_ -= position;
  while (position < piece.size()) {
    if (is_in_string_) {
      position = skip_string(piece, position);
    } else {
      const bool is_end = ends_at(piece[position], position);
      ++position;
      if (is_end) return position;
    }
  }
  return std::string_view::npos;
}

std::optional<JsonLayout> find_json_layout(std::string_view beginning,
                                           const std::vector<std::string>& text_fields) {
  const std::size_t first = skip_white(beginning, 0);
  if (first == beginning.size()) return std::nullopt;
  if (beginning[first] == '{') return FirstObject(beginning, text_fields).layout();
  if (beginning[first] != '[') return std::nullopt;
  const std::size_t second = skip_white(beginning, first + 1);
  const bool is_array = second == beginning.size() || beginning[second] == '{' || beginning[second] == ']';
  return is_array ? std::optional(JsonLayout{.is_certain = true}) : std::nullopt;
}

std::string compact_json(std::string_view json) {
  std::string compact;
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (!in_string && kWhite.find(c) != std::string_view::npos) continue;
    compact += c;
    if (c == '"') in_string = !in_string;
    // An escaped character never closes the string.
    if (in_string && c == '\\' && i + 1 < json.size()) compact += json[++i];
  }
  return compact;
}

}  // namespace neardup::internal
