// Tokens of each language by kind, and what may stand between two of them: the words of random programs.
#pragma once

#include <string_view>
#include <vector>

#include "neardup/features/code_tokens.h"

namespace neardup::internal::code_tokens_test {

using Words = std::vector<std::string_view>;

struct Vocabulary {
  Language language;
  Words names;
  Words keywords;
  Words numbers;
  Words literals;
  Words symbols;
  Words gaps;
};

inline Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

inline Words shared_symbols() {
  return {"(", ")", "[", "]", "+", "-", "*", "=", "<", ">", ";", ",", ".", "<=", ">="};
}

/// What the languages with braces share; each of them adds its own.
inline Vocabulary braces_vocabulary(Language language) {
  return {
      .language = language,
      .names = {"x", "count", "_tmp", "总数", "forx", "If_", "naïve", "a1b2", "R2", "u9"},
      .keywords = {"if", "else", "for", "return"},
      .numbers = {"0", "17", "3.25", ".5", "1e9", "6.02E+23", "0xFF"},
      .literals = {"\"\"", "\"a\"", "\"two words\"", "\"\\\"\"", "\"\\\\\"", "\"// no\"", "\"引号'\"", "'c'"},
      .symbols = with(shared_symbols(), {"{", "}", "?", ":", "==", "!=", "&&", "||", "+=", "<<", ">>",
                                         ">>=", "!", "~", "%", "^", "++", "--"}),
      .gaps = {" ", "\n", "\t ", "\r\n", "/* 注释 */", "/*\n*/", "// it's \"\n", "\n  ", "/***/"}};
}

inline Vocabulary extended(const Vocabulary& words, const Vocabulary& more) {
  return {.language = words.language,
          .names = with(words.names, more.names),
          .keywords = with(words.keywords, more.keywords),
          .numbers = with(words.numbers, more.numbers),
          .literals = with(words.literals, more.literals),
          .symbols = with(words.symbols, more.symbols),
          .gaps = with(words.gaps, more.gaps)};
}

inline Vocabulary generic_vocabulary() {
  return extended(braces_vocabulary(Language::generic), {.language = Language::generic,
                                                         .names = {"$a"},
                                                         .keywords = {"function", "end"},
                                                         .numbers = {"1_000"},
                                                         .literals = {"\"\"\"d\n\"e\"\"\""},
                                                         .symbols = {"->", "=>", "@", "<=>"},
                                                         .gaps = {"\n# comment\n", "\n\t#!\n"}});
}

inline Vocabulary c_vocabulary() {
  return extended(braces_vocabulary(Language::c), {.language = Language::c,
                                                   .names = {"class", "$a"},
                                                   .keywords = {"int", "sizeof", "_Bool", "while"},
                                                   .numbers = {"10ULL", "1.f"},
                                                   .literals = {"'\\''", "L\"w\"", "u8\"t\""},
                                                   .symbols = {"->", "...", "##"},
                                                   .gaps = {"\\\n", "// goes \\\n on\n"}});
}

inline Vocabulary cpp_vocabulary() {
  return extended(braces_vocabulary(Language::cpp),
                  {.language = Language::cpp,
                   .names = {"final", "override"},
                   .keywords = {"template", "nullptr", "reinterpret_cast", "co_yield"},
                   .numbers = {"1'000'000", "0b1010", "0x1p-3", "5_km"},
                   .literals = {"R\"(a \" b)\"", "u8R\"x(\n)\")x\"", "LR\"()\"", "U'd'"},
                   .symbols = {"::", "->*", "<=>", "->", ".*"},
                   .gaps = {"\\\r\n"}});
}

inline Vocabulary java_vocabulary() {
  return extended(braces_vocabulary(Language::java),
                  {.language = Language::java,
                   .names = {"String", "$1"},
                   .keywords = {"class", "instanceof", "synchronized", "null"},
                   .numbers = {"1_000L", "2.5f", "0b11"},
                   .literals = {"\"\"\"\n  a \"b\" \\\"\"\" c\"\"\""},
                   .symbols = {"->", ">>>", ">>>=", "::", "@"},
                   .gaps = {}});
}

inline Vocabulary csharp_vocabulary() {
  return extended(
      braces_vocabulary(Language::csharp),
      {.language = Language::csharp,
       .names = {"@class", "var"},
       .keywords = {"foreach", "stackalloc", "string", "in"},
       .numbers = {"1_000m", "0b11"},
       .literals = {"@\"C:\\\"", "@\"a\"\"b\nc\"", "\"\"\"a \"b\" \\\"\"\"", "$\"{{x}}\"", "$@\"\\\""},
       .symbols = {"?\?", "?\?=", "?.", "=>", ".."},
       .gaps = {}});
}

inline Vocabulary python_vocabulary() {
  return {
      .language = Language::python,
      .names = {"x", "self", "match", "总数", "_a", "rbf"},
      .keywords = {"def", "lambda", "None", "elif"},
      .numbers = {"0", "3.25", ".5", "1e-9", "0xFF", "1_000", "0o17", "2j", "10L"},
      .literals = {"\"\"", "'b'", "'#'", "r'\\d'", "Rb\"x y\"", "f'{a} b'", "'''c 'd' \n'''",
                   "\"\"\"\"e\\\"\"\"\"", "u''"},
      .symbols = with(shared_symbols(), {"{", "}", "**", "//", "//=", ":=", "->", "<>", "@", "!=", "/", "~"}),
      .gaps = {" ", "\n", "\n    ", "# it's a \"comment\"\n", "#\n", "\\\n"}};
}

inline Vocabulary go_vocabulary() {
  return extended(braces_vocabulary(Language::go), {.language = Language::go,
                                                    .names = {"int", "nil"},
                                                    .keywords = {"func", "range", "fallthrough", "go"},
                                                    .numbers = {"1_0", "2i"},
                                                    .literals = {"`raw \\`", "`a\n\"b`"},
                                                    .symbols = {":=", "<-", "&^", "&^=", "..."},
                                                    .gaps = {}});
}

inline Vocabulary javascript_vocabulary() {
  return extended(braces_vocabulary(Language::javascript),
                  {.language = Language::javascript,
                   .names = {"$", "of", "jQuery$"},
                   .keywords = {"function", "typeof", "let", "instanceof"},
                   .numbers = {"10n", "0o7", "1_000"},
                   .literals = {"'b'", "`c\n'd' \\` $e`"},
                   .symbols = {"===", "!==", "=>", "?.", "?\?=", "**", ">>>", "...", "#"},
                   .gaps = {}});
}

inline Vocabulary pascal_vocabulary() {
  return {.language = Language::pascal,
          .names = {"x", "Count", "_tmp", "总数", "beginx", "I"},
          .keywords = {"begin", "END", "Procedure", "downto"},
          .numbers = {"0", "17", "3.25", "1E9", "$FF", "%101", "&17"},
          .literals = {"''", "'a b'", "'it''s'", "#13", "'a'#13#10'b'", "#$0D", "'{'", "'\\'"},
          .symbols = with(shared_symbols(), {":=", "<>", "..", "^", "@", ":", "\""}),
          .gaps = {" ", "\n", "{ it's }", "(* a\n) *)", "// b '\n", "{$R+}", "(**)"}};
}

inline std::vector<Vocabulary> vocabularies() {
  return {generic_vocabulary(), c_vocabulary(),          cpp_vocabulary(),
          java_vocabulary(),    csharp_vocabulary(),     python_vocabulary(),
          go_vocabulary(),      javascript_vocabulary(), pascal_vocabulary()};
}

}  // namespace neardup::internal::code_tokens_test
