// What the lexer knows about a language: one description each, no code.
//
// The lexer has no function per language. It has one per form (comment, string, number, word, operator) and
// reads here which bytes open which form. A new language is a new description, unless it brings a new form.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "neardup/features/code_tokens.h"
#include "neardup/features/code_word_sets.h"

namespace neardup {

struct CommentForm {
  std::string_view open;
  std::string_view close;           // empty: the end of the line
  bool only_at_line_start = false;  // white space may stand before it
};

/// What a run of three or more quotes opens.
enum class TripleQuotes : std::uint8_t { none, text_block, raw };

/// What opens code inside a string: nothing, braces as in C#, or `${` as in JavaScript.
enum class Hole : std::uint8_t { none, braces, dollar_brace };

struct StringForm {
  char quote = 0;
  bool escapes = true;      // a backslash protects the next character
  bool doubled = false;     // two quotes stand for one
  bool multi_line = false;  // otherwise an unterminated string ends with its line
  TripleQuotes triple = TripleQuotes::none;
  Hole hole = Hole::none;
  std::size_t quotes = 1;      // how many close it
  std::size_t hole_width = 1;  // how many braces open and close a hole
};

enum class StringPrefixes : std::uint8_t { none, c, cpp, csharp, python };

struct NumberForm {
  bool radix_prefix = true;             // 0x, 0b, 0o
  bool quote_separates = false;         // 1'000'000
  bool fraction_needs_digit = false;    // 1..10 and 1.ToString() are no fractions
  bool needs_integer_part = false;      // .5 is no number
  bool any_suffix = true;               // letters that follow belong to the number
  std::string_view suffix_letters{};    // when any_suffix is off
  std::string_view radix_characters{};  // Pascal: $FF, %101, &17
};

/// What a byte outside of comments and literals may begin.
enum class ByteClass : std::uint8_t { word, digit, space, quote, symbol, special };

struct CodeRules {
  KeywordSet keywords;
  OperatorSet operators;
  std::array<CommentForm, 3> comments{};
  std::array<StringForm, 3> strings{};
  NumberForm number{};
  StringPrefixes prefixes = StringPrefixes::none;
  std::string_view more_word_bytes{};    // besides letters, digits, `_` and every byte from 0x80 on
  bool ignores_case = false;             // words are compared and written in lower case
  bool has_directives = false;           // lines that start with #
  bool continues_line_comments = false;  // a backslash at the end of the line
  bool has_regular_expressions = false;  // /…/ where no division can stand
  bool has_character_codes = false;      // Pascal: #13
  std::array<ByteClass, 256> classes{};  // follows from all of the above

  [[nodiscard]] ByteClass class_of(char byte) const noexcept {
    return classes[static_cast<unsigned char>(byte)];
  }
  [[nodiscard]] bool in_word(char byte) const noexcept { return class_of(byte) <= ByteClass::digit; }
  /// REQUIRES: class_of(quote) == ByteClass::quote
  [[nodiscard]] const StringForm& string_of(char quote) const noexcept {
    return strings[0].quote == quote ? strings[0] : strings[1].quote == quote ? strings[1] : strings[2];
  }
};

[[nodiscard]] const CodeRules& rules_of(Language language) noexcept;

}  // namespace neardup
