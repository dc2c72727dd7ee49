// Splits source code into names, numbers, literals and symbols; drops comments and white space.
//
// Runs in one pass, without recursion or allocation. Strings may contain code (`${…}` in JavaScript,
// {…} in C#), and that code may contain strings; a small stack holds the open ones. Once the stack is
// full, a hole counts as text of its string, so hostile nesting costs neither memory nor time.
//
// Design choices:
// - Every byte >= 0x80 belongs to a word: cheap, total, and right for names in any script.
// - #include, import, using and the like are tokens like any others. The word after # at the start of a
//   line is a directive and stays as it is; the <header> of an #include is a literal.
// - A string with holes yields its pieces, the marks of each hole and the tokens of the code in the
//   hole. Python's f-strings are plain strings, because their format language is not Python.
// - In JavaScript a slash is a division after a name, a literal, `)`, `]`, `}`, `++`, `--`, and after
//   `<` (JSX end tags); otherwise, and after words such as `return`, it begins a regular expression.
//   Text between JSX tags is read as code.
// - A backslash before the end of a line is white space; inside strings and C's line comments it
//   continues them. In the middle of a word it splits the word.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "neardup/features/code_languages.h"
#include "neardup/features/code_literals.h"

namespace neardup::internal {

/// Classifies a lexeme. A directive is a word that stays as it is; a literal is a string, a character
/// or a regular expression.
enum class LexemeKind : std::uint8_t { name, directive, number, literal, symbol };

struct Lexeme {
  std::string_view text;
  LexemeKind kind = LexemeKind::symbol;
};

class CodeLexer {
 public:
  CodeLexer(std::string_view source, const CodeRules& rules) noexcept;

  /// Returns the next lexeme of the source, or an empty one at the end. Valid until the next call.
  [[nodiscard]] const Lexeme& next() noexcept;

 private:
  static constexpr std::size_t kMostOpenHoles = 64;

  /// Says what must follow the last lexeme, whatever the next byte is.
  enum class Pending : std::uint8_t { nothing, directive_name, header_name, hole_mark, string_piece };

  struct OpenHole {
    StringForm string;       // continues after the hole
    std::size_t braces = 0;  // open braces inside the hole
  };

  [[nodiscard]] std::size_t left() const noexcept { return static_cast<std::size_t>(end_ - next_); }
  [[nodiscard]] std::string_view rest() const noexcept { return {next_, left()}; }
  /// Returns the byte `distance` bytes ahead, or NUL past the end.
  [[nodiscard]] char ahead(std::size_t distance) const noexcept {
    return distance < left() ? next_[distance] : '\0';
  }
  [[nodiscard]] bool at_line_start() const noexcept;
  [[nodiscard]] bool slash_divides() const noexcept;

  void take(std::size_t length, LexemeKind kind) noexcept;
  void take_next(ByteClass byte_class) noexcept;
  void take_pending() noexcept;
  void take_directive_name() noexcept;
  void take_header_name() noexcept;
  void take_hole_mark() noexcept;
  void take_string_piece() noexcept;
  void take_word() noexcept;
  void take_string(std::size_t prefix, StringForm form) noexcept;
  bool take_prefixed_string(std::size_t prefix) noexcept;
  void take_symbol() noexcept;
  void take_special() noexcept;
  void take_hash() noexcept;
  void take_csharp_mark() noexcept;
  void take_radix_number() noexcept;
  void take_opening_brace() noexcept;
  void take_closing_brace() noexcept;

  bool skip_ignored() noexcept;
  bool skip_comment(const CommentForm& comment) noexcept;
  void skip_line() noexcept;
  void skip_space() noexcept;
  void skip_blanks() noexcept;

  const char* begin_;
  const char* next_;
  const char* end_;
  const CodeRules& rules_;
  Lexeme lexeme_;  // the last lexeme taken
  Pending pending_ = Pending::nothing;
  StringForm string_;  // the string with the hole, while something is pending
  std::size_t open_holes_ = 0;
  std::array<OpenHole, kMostOpenHoles> holes_{};
};

}  // namespace neardup::internal
