#include "neardup/corpus/json_text.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <limits>
#include <string>

namespace neardup::internal {
namespace {

std::string parsed(const std::string& json) {
  simdjson::dom::parser parser;
  return std::string(std::string_view(parser.parse(json).get_string()));
}

TEST(JsonStringTest, ParsesBackToTheSameTextForEveryAsciiCharacter) {
  for (char c = 0;; ++c) {
    const std::string text = {'a', c, 'z'};
    EXPECT_EQ(parsed(json_string(text)), text) << static_cast<int>(c);
    if (c == 127) break;
  }
  EXPECT_EQ(parsed(json_string("中文 \U0001F600")), "中文 \U0001F600");
}

TEST(JsonStringTest, ReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(json_string("a\x80z"), "\"a\uFFFDz\"");
  EXPECT_EQ(json_string("\xe4\xb8"), "\"\uFFFD\"");
}

TEST(JsonLineTest, KeepsTheOrderOfItsMembers) {
  JsonObject line;
  line.text("b", "x\"y").number("a", -3).number("c", 0.5).raw("d", "[1]");
  EXPECT_EQ(line.line(), "{\"b\":\"x\\\"y\",\"a\":-3,\"c\":0.5,\"d\":[1]}\n");
  EXPECT_EQ(JsonObject().object(), "{}");
}

TEST(JsonLineTest, WritesNullForWhatIsNoNumber) {
  EXPECT_EQ(JsonObject().number("a", std::numeric_limits<double>::infinity()).object(), "{\"a\":null}");
  EXPECT_EQ(JsonObject()
                .number_or_null("a", std::optional<double>())
                .number_or_null("b", std::optional(2.5))
                .number_or_null("c", std::optional(7))
                .object(),
            "{\"a\":null,\"b\":2.5,\"c\":7}");
}

TEST(WithoutMemberTest, RemovesEveryMemberOfTheNameAndKeepsTheOthersByteForByte) {
  EXPECT_EQ(without_member(R"({"a": 1, "n": 2, "b" : 3})", "n"), R"({"a": 1, "b" : 3})");
  EXPECT_EQ(without_member(R"({"n":1,"a":2,"n":{"n":[1,2]}})", "n"), R"({"a":2})");
  EXPECT_EQ(without_member(R"({"n":1})", "n"), "{}");
  EXPECT_EQ(without_member(R"({"a":1})", "n"), R"({"a":1})");
  EXPECT_EQ(without_member("{}", "n"), "{}");
}

TEST(WithoutMemberTest, LooksThroughEscapesAndIgnoresNamesInsideValues) {
  EXPECT_EQ(without_member(R"({"\u006e":1,"a":"\"n\":1,}"})", "n"), R"({"a":"\"n\":1,}"})");
  EXPECT_EQ(without_member(R"({"a":{"n":1},"b":["n",{"n":2}]})", "n"), R"({"a":{"n":1},"b":["n",{"n":2}]})");
}

}  // namespace
}  // namespace neardup::internal
