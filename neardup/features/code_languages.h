// Describes each programming language to the lexer, as data instead of code.
//
// The lexer has no function per language. It has one per form (comment, string, number, word, operator)
// and looks up here which bytes open which form. To add a language, add a description; only a new form
// needs new code.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "neardup/features/code_tokens.h"
#include "neardup/features/code_word_sets.h"

namespace neardup::internal {

struct CommentForm {
  std::string_view open;
  std::string_view close;           // empty: the end of the line
  bool only_at_line_start = false;  // only white space may precede it
};

/// Says what a run of three or more quotes opens.
enum class TripleQuotes : std::uint8_t { none, text_block, raw };

/// Says what opens code inside a string: nothing, braces as in C#, or `${` as in JavaScript.
enum class Hole : std::uint8_t { none, braces, dollar_brace };

struct StringForm {
  char quote = 0;
  bool escapes = true;      // a backslash escapes the next character
  bool doubled = false;     // two quotes in a row mean one quote character
  bool multi_line = false;  // if false, an unterminated string ends with its line
  TripleQuotes triple = TripleQuotes::none;
  Hole hole = Hole::none;
  std::size_t quotes = 1;      // how many quotes close it
  std::size_t hole_width = 1;  // how many braces open and close a hole
};

enum class StringPrefixes : std::uint8_t { none, c, cpp, csharp, python };

struct NumberForm {
  bool radix_prefix = true;             // 0x, 0b, 0o
  bool quote_separates = false;         // 1'000'000
  bool fraction_needs_digit = false;    // 1..10 and 1.ToString() are not fractions
  bool needs_integer_part = false;      // .5 is not a number
  bool any_suffix = true;               // any letters that follow belong to the number
  std::string_view suffix_letters{};    // the allowed suffixes if any_suffix is false
  std::string_view radix_characters{};  // Pascal: $FF, %101, &17
};

/// Says what a byte outside comments and literals may begin.
enum class ByteClass : std::uint8_t { word, digit, space, quote, symbol, special };

struct CodeRules {
  KeywordSet keywords;
  OperatorSet operators;
  std::array<CommentForm, 3> comments{};
  std::array<StringForm, 3> strings{};
  NumberForm number{};
  StringPrefixes prefixes = StringPrefixes::none;
  std::string_view more_word_bytes{};    // in addition to letters, digits, `_` and all bytes >= 0x80
  bool ignores_case = false;             // compares and writes words in lower case
  bool has_directives = false;           // lines that start with # are directives
  bool continues_line_comments = false;  // by a backslash at the end of the line
  bool has_regular_expressions = false;  // /…/ where a division is impossible
  bool has_character_codes = false;      // Pascal: #13
  std::array<ByteClass, 256> classes{};  // derived from all of the above

  [[nodiscard]] ByteClass class_of(char byte) const noexcept {
    return classes[static_cast<unsigned char>(byte)];
  }
  [[nodiscard]] bool in_word(char byte) const noexcept { return class_of(byte) <= ByteClass::digit; }
  /// Returns the string form that this quote opens. REQUIRES: class_of(quote) == ByteClass::quote
  [[nodiscard]] const StringForm& string_of(char quote) const noexcept {
    return strings[0].quote == quote ? strings[0] : strings[1].quote == quote ? strings[1] : strings[2];
  }
};

/// Returns the description of the language.
[[nodiscard]] const CodeRules& rules_of(Language language) noexcept;

}  // namespace neardup::internal
