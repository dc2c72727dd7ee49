// Escapes, against a table of what JSON says and, for lone surrogates, of what the options promise.
#include "neardup/corpus/json_string.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <random>

namespace neardup::internal {
namespace {

std::string replaced(std::string_view body) { return unescape_json(body, LoneSurrogates::replace).text; }

TEST(JsonStringTest, EscapesBecomeTheirCharacters) {
  EXPECT_EQ(replaced("plain 文本"), "plain 文本");
  EXPECT_EQ(replaced(R"(\"\\\/\b\f\n\r\t)"), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(replaced(R"(\u4e2d\u6587 \u00E9)"), "中文 é");
  EXPECT_EQ(replaced(R"(\ud83d\ude00)"), "😀");
  EXPECT_EQ(replaced(R"(a\u0000b)"), std::string("a\0b", 3));
}

TEST(JsonStringTest, LoneSurrogatesAreReplacedOrKept) {
  const UnescapedString unescaped =
      unescape_json(R"(ab\ud800\u0041\udc00\ud83d\ud83d\ude00)", LoneSurrogates::replace);
  EXPECT_EQ(unescaped.text, "ab\uFFFDA\uFFFD\uFFFD😀");
  EXPECT_EQ(unescaped.lone_surrogates, 3U);
  EXPECT_EQ(unescaped.first_lone_surrogate, 2U);
  EXPECT_EQ(unescape_json(R"(\ud800x)", LoneSurrogates::keep).text, "\xED\xA0\x80x");
  EXPECT_EQ(replaced(R"(\ud800\n)"), "\uFFFD\n");
}

TEST(JsonStringTest, WrongEscapesAreFoundWhereTheyAre) {
  for (const char* body : {R"(ab\q)", R"(ab\u12)", R"(ab\u12G4)", R"(ab\)", R"(ab\u)"}) {
    EXPECT_EQ(unescape_json(body, LoneSurrogates::replace).wrong_escape, 2U) << body;
    EXPECT_EQ(replaced(body), "ab") << body;
  }
  EXPECT_EQ(unescape_json(R"(\ud800\u12)", LoneSurrogates::replace).wrong_escape, 6U);
}

TEST(JsonStringTest, AgreesWithAnotherParserOnEverythingThatParserAccepts) {
  std::mt19937 random(13);
  const std::vector<std::string> pieces = {"a",       "\\n",  "\\u",  "d83d", "\\ude00",
                                           "\\ud83d", "4e2d", "\\\\", "中",   "\\"};
  simdjson::dom::parser parser;
  int accepted = 0;
  for (int round = 0; round < 50000; ++round) {
    std::string body;
    for (std::size_t i = random() % 8; i > 0; --i) body += pieces[random() % pieces.size()];
    std::string_view expected;
    const std::string json = "[\"" + body + "\"]";
    if (parser.parse(json).at(0).get(expected) != simdjson::SUCCESS) continue;
    ++accepted;
    ASSERT_EQ(replaced(body), expected) << json;
  }
  EXPECT_GT(accepted, 5000);
}

}  // namespace
}  // namespace neardup::internal
