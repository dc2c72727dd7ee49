// Cuts source code into names, numbers, literals and symbols; drops comments and white space.
//
// One pass, no recursion, no allocation. Code may stand inside strings (`${…}` of JavaScript, {…} of C#) and
// strings inside that code; the open ones are kept on a small stack. Deeper than the stack a hole counts as
// text of the string, so that hostile nesting costs neither memory nor time.
//
// Choices:
// - every byte from 0x80 on belongs to a word: cheap, total, and right for names in any script;
// - #include, import, using and the like are tokens as any others. The word after # at the start of a line is
// a
//   directive and stays as it is; the <header> of an #include is a literal;
// - a string with holes gives its pieces, the marks of the hole and the tokens of its code. Python's
// f-strings are
//   plain strings: their format language is not Python;
// - in JavaScript a slash is a division after a name, a literal, `)`, `]`, `}`, `++`, `--`, and after `<`
// (end tags
//   of JSX); otherwise, and after words such as `return`, it begins a regular expression. Text between JSX
//   tags is read as code;
// - a backslash before the end of a line is white space; inside strings and C's line comments it continues
// them.
//   One in the middle of a word parts the word.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "neardup/features/code_languages.h"
#include "neardup/features/code_literals.h"

namespace neardup {

/// A directive is a word that stays as it is; a literal is a string, a character or a regular expression.
enum class LexemeKind : std::uint8_t { name, directive, number, literal, symbol };

struct Lexeme {
  std::string_view text;
  LexemeKind kind = LexemeKind::symbol;
};

class CodeLexer {
 public:
  CodeLexer(std::string_view source, const CodeRules& rules) noexcept;

  /// The next piece of the source; an empty one after the last. Valid until the next call.
  [[nodiscard]] const Lexeme& next() noexcept;

 private:
  static constexpr std::size_t kMostOpenHoles = 64;

  /// What must follow the last lexeme, whatever the next byte says.
  enum class Pending : std::uint8_t { nothing, directive_name, header_name, hole_mark, string_piece };

  struct OpenHole {
    StringForm string;       // goes on behind the hole
    std::size_t braces = 0;  // open inside the hole
  };

  [[nodiscard]] std::size_t left() const noexcept { return static_cast<std::size_t>(end_ - next_); }
  [[nodiscard]] std::string_view rest() const noexcept { return {next_, left()}; }
  /// The byte that far ahead, or NUL beyond the end.
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
  Lexeme lexeme_;  // the last one taken
  Pending pending_ = Pending::nothing;
  StringForm string_;  // the one with the hole, while something is pending
  std::size_t open_holes_ = 0;
  std::array<OpenHole, kMostOpenHoles> holes_{};
};

}  // namespace neardup
