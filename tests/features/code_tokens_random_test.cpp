// Random programs. For every language: programs are built token by token, so the right answer is known before
// the lexer sees them. For the common core of C, C++ and Java: fragments thrown together without gaps, where
// the right answer is what the slow lexer of tests/reference says.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/features/code_tokens_test_support.h"
#include "tests/features/code_vocabularies.h"
#include "tests/reference/code_tokens.h"

namespace neardup::internal {
namespace {

using code_tokens_test::normal;
using code_tokens_test::tokens_with;
using code_tokens_test::vocabularies;
using code_tokens_test::Vocabulary;
using code_tokens_test::Words;
using code_tokens_test::written;

class ProgramBuilder {
 public:
  ProgramBuilder(const Vocabulary& words, unsigned seed) : words_(words), random_(seed) {}

  void add_tokens(int count) {
    for (int i = 0; i < count; ++i) add_token();
    source += gap();
  }

  std::string source;
  std::string as_written;
  std::string normalized;

 private:
  std::string_view any_of(const Words& words) { return words[random_() % words.size()]; }

  void add_token() {
    switch (random_() % 6) {
      case 0:
        return add(any_of(words_.names), "$", true);
      case 1: {
        const std::string_view keyword = any_of(words_.keywords);
        return add(keyword, as_word(keyword), true);
      }
      case 2:
        return add(any_of(words_.numbers), "0", false);
      case 3:
        return add(any_of(words_.literals), "\"\"", false);
      default: {
        const std::string_view symbol = any_of(words_.symbols);
        return add(symbol, symbol, false);
      }
    }
  }

  void add(std::string_view token, std::string_view normal_form, bool is_word) {
    const bool may_touch = source.empty() || token == ";" || source.back() == ',';
    if (!may_touch || random_() % 2 == 0) source += gap();
    source += token;
    const char* const space = as_written.empty() ? "" : " ";
    as_written += space + (is_word ? as_word(token) : shown(token));
    normalized += space + std::string(normal_form);
  }

  std::string gap() {
    std::string result(any_of(words_.gaps));
    while (random_() % 3 == 0) result += any_of(words_.gaps);
    return result;
  }

  [[nodiscard]] std::string as_word(std::string_view word) const {
    std::string result(word);
    if (words_.language != Language::pascal) return result;
    for (char& byte : result) byte = byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + 32) : byte;
    return result;
  }

  static std::string shown(std::string_view token) {
    std::string result;
    for (const char byte : token)
      result += byte == ' ' || byte == '\n' ? std::string("␣") : std::string(1, byte);
    return result;
  }

  const Vocabulary& words_;
  std::mt19937 random_;
};

TEST(RandomProgramTest, GivesBackTheTokensItWasBuiltFrom) {
  for (const Vocabulary& words : vocabularies()) {
    for (unsigned seed = 0; seed < 400; ++seed) {
      ProgramBuilder program(words, seed);
      program.add_tokens(static_cast<int>(seed % 60));
      ASSERT_EQ(written(program.source, words.language), program.as_written)
          << name_of(words.language) << " seed " << seed << "\n"
          << program.source;
      ASSERT_EQ(normal(program.source, words.language), program.normalized)
          << name_of(words.language) << " seed " << seed << "\n"
          << program.source;
    }
  }
}

std::string joined(const std::vector<std::string>& tokens) {
  std::string result;
  for (const std::string& token : tokens) {
    if (!result.empty()) result += ' ';
    for (const char byte : token)
      result += byte == ' ' || byte == '\n' ? std::string("␣") : std::string(1, byte);
  }
  return result;
}

std::string random_soup(std::mt19937& random) {
  static const Words fragments = {"a", "if", "b1", "_",  "$",     "0",   "12",   "0x1f", "e",  "x5", ".",
                                  "'", "\"", "+",  "-",  "*",     "/",   "<",    ">",    "=",  "&",  "|",
                                  ":", "(",  "{",  ";",  " ",     "\n",  "!",    "^",    "//", "/*", "*/",
                                  "~", "%",  "..", "\\", "\"s\"", "'c'", "\\\"", "0b1"};
  std::string soup;
  for (std::size_t i = random() % 30; i > 0; --i) soup += fragments[random() % fragments.size()];
  return soup;
}

/// The slow lexer has no continued lines.
bool continues_a_line(const std::string& soup) { return soup.find("\\\n") != std::string::npos; }

TEST(RandomSoupTest, AgreesWithTheSlowLexer) {
  const std::vector<std::pair<Language, reference::CoreLexer>> lexers = {
      {Language::c, reference::CoreLexer(reference::CoreLanguage::c)},
      {Language::cpp, reference::CoreLexer(reference::CoreLanguage::cpp)},
      {Language::java, reference::CoreLexer(reference::CoreLanguage::java)}};
  std::mt19937 random(20240229);
  for (int i = 0; i < 6000; ++i) {
    const std::string soup = random_soup(random);
    if (continues_a_line(soup)) continue;
    const auto& [language, lexer] = lexers[static_cast<std::size_t>(i) % lexers.size()];
    ASSERT_EQ(written(soup, language), joined(lexer.tokens(soup, false))) << name_of(language) << "\n"
                                                                          << soup;
    ASSERT_EQ(tokens_with(soup, {.language = language, .normalize_identifiers = false}),
              joined(lexer.tokens(soup, true)))
        << name_of(language) << "\n"
        << soup;
  }
}

}  // namespace
}  // namespace neardup::internal
