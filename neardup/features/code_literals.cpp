// Scans literals, with one scanner for each form that some language has.
//
// Runs in linear time because a scanner never gives back a byte it has passed: a quote, slash or brace
// that turns out to be unterminated makes the rest of the line (or of the text) the literal instead of
// going back to its first byte.
#include "neardup/features/code_literals.h"

#include <algorithm>

namespace neardup::internal {
namespace {

constexpr bool is_digit(char byte) noexcept { return byte >= '0' && byte <= '9'; }

constexpr char to_lower(char byte) noexcept {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

constexpr bool is_hex_digit(char byte) noexcept {
  return is_digit(byte) || (to_lower(byte) >= 'a' && to_lower(byte) <= 'f');
}

constexpr bool ends_line(char byte) noexcept { return byte == '\n' || byte == '\r'; }

/// Returns the byte at that position, or NUL past the end.
constexpr char byte_at(std::string_view text, std::size_t at) noexcept {
  return at < text.size() ? text[at] : '\0';
}

constexpr std::size_t run_length(std::string_view text, std::size_t start, std::size_t most) noexcept {
  std::size_t at = start;
  while (at < text.size() && at - start < most && text[at] == text[start]) ++at;
  return at - start;
}

/// Returns the length of a backslash and what it escapes; a two-byte line end counts as one character.
std::size_t escape_length(std::string_view text, std::size_t at) noexcept {
  const bool two_byte_line_end = byte_at(text, at + 1) == '\r' && byte_at(text, at + 2) == '\n';
  return std::min<std::size_t>(two_byte_line_end ? 3 : 2, text.size() - at);
}

class NumberScanner {
 public:
  NumberScanner(std::string_view text, const CodeRules& rules) noexcept : text_(text), rules_(rules) {}

  std::size_t length() noexcept {
    skip_radix_prefix();
    skip_digits();
    skip_fraction();
    skip_exponent();
    skip_suffix();
    return at_;
  }

 private:
  [[nodiscard]] bool is_own_digit(char byte) const noexcept {
    return hex_ ? is_hex_digit(byte) : is_digit(byte);
  }
  [[nodiscard]] char ahead(std::size_t distance) const noexcept { return byte_at(text_, at_ + distance); }

  void skip_radix_prefix() noexcept {
    if (!rules_.number.radix_prefix || ahead(0) != '0') return;
    const char letter = to_lower(ahead(1));
    hex_ = letter == 'x';
    if (hex_ || ((letter == 'b' || letter == 'o') && is_digit(ahead(2)))) at_ = 2;
  }

  void skip_digits() noexcept {
    while (is_own_digit(ahead(0)) || (at_separator() && is_own_digit(ahead(1)))) ++at_;
  }

  [[nodiscard]] bool at_separator() const noexcept {
    return ahead(0) == '_' || (rules_.number.quote_separates && ahead(0) == '\'');
  }

  void skip_fraction() noexcept {
    if (ahead(0) != '.' || ahead(1) == '.') return;  // 1..10 is a range
    if (rules_.number.fraction_needs_digit && !is_digit(ahead(1))) return;
    ++at_;
    skip_digits();
  }

  void skip_exponent() noexcept {
    if (to_lower(ahead(0)) != (hex_ ? 'p' : 'e')) return;
    const std::size_t sign = ahead(1) == '+' || ahead(1) == '-' ? 1 : 0;
    if (!is_digit(ahead(1 + sign))) return;
    at_ += 1 + sign;
    hex_ = false;  // the exponent of a hexadecimal number is decimal
    skip_digits();
  }

  void skip_suffix() noexcept {
    while (at_ < text_.size() && is_suffix(text_[at_])) ++at_;
  }

  [[nodiscard]] bool is_suffix(char byte) const noexcept {
    if (rules_.number.any_suffix) return rules_.in_word(byte);
    return rules_.number.suffix_letters.find(byte) != std::string_view::npos;
  }

  std::string_view text_;
  const CodeRules& rules_;
  std::size_t at_ = 0;
  bool hex_ = false;
};

/// Returns true if a run of braces in C# ends with one that opens a hole. In an ordinary string `{{` is
/// a literal brace, so in a run of three the third opens the hole; in a raw string the last `width`
/// braces of the run do.
bool run_opens_hole(std::size_t run, std::size_t width) noexcept {
  return width == 1 ? run % 2 == 1 : run >= width;
}

/// Returns how far to go from a byte that may open a hole, and whether it does.
StringPiece step_to_hole(std::string_view text, std::size_t at, const StringForm& form) noexcept {
  if (form.hole == Hole::dollar_brace) {
    const bool opens = text[at] == '$' && byte_at(text, at + 1) == '{';
    return {.length = opens ? 0U : 1U, .before_hole = opens};
  }
  if (form.hole == Hole::none || text[at] != '{') return {.length = 1};
  const std::size_t run = run_length(text, at, text.size());
  const bool opens = run_opens_hole(run, form.hole_width);
  return {.length = opens ? run - form.hole_width : run, .before_hole = opens};
}

}  // namespace

std::size_t number_length(std::string_view text, const CodeRules& rules) noexcept {
  return NumberScanner(text, rules).length();
}

std::size_t radix_number_length(std::string_view text) noexcept {
  const bool hex = text[0] == '$';
  std::size_t at = 1;
  while (hex ? is_hex_digit(byte_at(text, at)) : is_digit(byte_at(text, at))) ++at;
  return at == 1 ? 0 : at;
}

std::size_t character_code_string_length(std::string_view text, const StringForm& form) noexcept {
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] == form.quote) {
      at = string_piece(text, at + 1, form).length;
    } else if (text[at] == '#' && is_digit(byte_at(text, at + 1))) {
      for (++at; is_digit(byte_at(text, at));) ++at;
    } else if (text[at] == '#' && byte_at(text, at + 1) == '$') {
      at += 1 + std::max<std::size_t>(radix_number_length(text.substr(at + 1)), 1);
    } else {
      break;
    }
  }
  return at;
}

std::size_t raw_string_length(std::string_view text, const StringForm& form) noexcept {
  // The limit of the standard, which also keeps the search for the end linear.
  constexpr std::size_t kLongestDelimiter = 16;
  const std::size_t open = text.substr(0, kLongestDelimiter + 2).find_first_of("(\" )\\\t\v\f\r\n", 1);
  if (open == std::string_view::npos || text[open] != '(') return string_piece(text, 1, form).length;
  std::array<char, kLongestDelimiter + 2> close{};
  close[0] = ')';
  std::copy_n(text.begin() + 1, open - 1, close.begin() + 1);
  close[open] = form.quote;
  const std::size_t end = text.find(std::string_view(close.data(), open + 1), open + 1);
  return end == std::string_view::npos ? text.size() : end + open + 1;
}

std::size_t regular_expression_length(std::string_view text, const CodeRules& rules) noexcept {
  bool in_brackets = false;
  std::size_t at = 1;
  while (at < text.size() && !ends_line(text[at]) && (in_brackets || text[at] != '/')) {
    if (text[at] == '[') in_brackets = true;
    if (text[at] == ']') in_brackets = false;
    const bool escape = text[at] == '\\' && !ends_line(byte_at(text, at + 1));
    at += escape ? escape_length(text, at) : 1;
  }
  if (byte_at(text, at) == '/') ++at;
  while (at < text.size() && rules.in_word(text[at])) ++at;
  return at;
}

StringForm opened_string(std::string_view text, StringForm form) noexcept {
  const std::size_t most = form.triple == TripleQuotes::raw ? text.size() : 3;
  if (form.triple == TripleQuotes::none || form.doubled) return form;
  const std::size_t quotes = run_length(text, 0, most);
  if (quotes < 3) return form;
  form.quotes = quotes;
  form.multi_line = true;
  if (form.triple == TripleQuotes::raw) form.escapes = false;
  return form;
}

StringPiece string_piece(std::string_view text, std::size_t start, const StringForm& form) noexcept {
  std::size_t at = start;
  while (at < text.size()) {
    const char byte = text[at];
    if (byte == form.quote) {
      const std::size_t run = run_length(text, at, form.quotes);
      const bool doubled = form.doubled && byte_at(text, at + 1) == form.quote;
      at += doubled ? 2 : run;
      if (run == form.quotes && !doubled) return {.length = at};
    } else if (byte == '\\' && form.escapes) {
      at += escape_length(text, at);
    } else if (ends_line(byte) && !form.multi_line) {
      return {.length = at};
    } else {
      const StringPiece step = step_to_hole(text, at, form);
      at += step.length;
      if (step.before_hole) return {.length = at, .before_hole = true};
    }
  }
  return {.length = std::min(at, text.size())};
}

}  // namespace neardup::internal
