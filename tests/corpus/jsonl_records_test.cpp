// JSON Lines: fields and ids, features given by the caller, and every way in which a line can be broken.
#include "neardup/corpus/jsonl_records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/corpus/corpus_fixture.h"

namespace neardup::internal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class JsonlTest : public CorpusTest {
 protected:
  DocumentBatch read_lines(std::string_view lines, ReadOptions options = {}) const {
    return read({write("a.jsonl", lines)}, std::move(options));
  }
};

TEST_F(JsonlTest, IdsAreStringsIntegersAsWrittenOrPathAndLine) {
  const DocumentBatch batch = read_lines(
      "{\"id\": \"甲\", \"text\": \"one\"}\n{\"text\": \"two\", \"id\": 12345678901234567890123}\r\n"
      "\n  \n{\"id\": -7 , \"text\": \"three\"}\n{\"id\": null, \"text\": \"four\"}\n{\"id\": 1.5, \"text\": "
      "\"five\"}");
  EXPECT_THAT(texts(batch), ElementsAre("one", "two", "three", "four", "five"));
  EXPECT_THAT(ids(batch),
              ElementsAre("甲", "12345678901234567890123", "-7", path("a.jsonl:6"), path("a.jsonl:7")));
  EXPECT_THAT(complaints(batch), IsEmpty());
  EXPECT_EQ(batch.documents[2].line, 5U);
  EXPECT_EQ(batch.documents[2].path, path("a.jsonl"));
}

TEST_F(JsonlTest, FieldsAreNamesOrPathsAndSeveralAreJoined) {
  const std::string line =
      "{\"meta\": {\"x\": [1, {\"title\": 3}], \"title\": \"标题\", \"deep\": {\"er\": \"d\"}}, \"a.b\": "
      "\"dotted\", "
      "\"\\u6b63\\u6587\": \"正文\", \"note\": null}\n";
  EXPECT_THAT(texts(read_lines(line, {.text_fields = {"meta.title", "正文"}})), ElementsAre("标题\n正文"));
  EXPECT_THAT(texts(read_lines(line, {.text_fields = {"meta.deep.er"}})), ElementsAre("d"));
  EXPECT_THAT(texts(read_lines(line, {.text_fields = {"a.b"}})), ElementsAre("dotted"));
  EXPECT_THAT(texts(read_lines(line, {.text_fields = {"note", "正文", "note"}})), ElementsAre("正文"));
  EXPECT_THAT(ids(read_lines(line, {.id_field = "meta.title", .text_fields = {"a.b"}})), ElementsAre("标题"));
  EXPECT_THAT(complaints(read_lines(line, {.text_fields = {"正文", "meta.deep"}})),
              ElementsAre("a.jsonl: line 1: field \"meta.deep\" is not a string"));
  const DocumentBatch missing = read_lines(line, {.text_fields = {"meta.none"}});
  EXPECT_THAT(complaints(missing), IsEmpty());
  EXPECT_TRUE(missing.documents.at(0).has_no_text);
}

TEST_F(JsonlTest, SixtyThreeTextFieldsAreTheLimit) {
  ReadOptions options{.text_fields = std::vector<std::string>(63, "text")};
  EXPECT_EQ(read_lines("{\"text\": \"x\"}\n", options).documents[0].text.size(), 63U + 62U);
  options.text_fields.emplace_back("text");
  EXPECT_ANY_THROW(CorpusReader({}, options));
}

TEST_F(JsonlTest, TheLastOfARepeatedNameCounts) {
  EXPECT_THAT(texts(read_lines("{\"text\": \"a\", \"text\": \"b\"}\n")), ElementsAre("b"));
}

TEST_F(JsonlTest, FeaturesKeepTheirWeightsAndHowTheyWereWritten) {
  const DocumentBatch batch = read_lines(
      "{\"id\": 1, \"features\": [\"词\", [\"b\", 2], [\"c\", 2.0], [\"d\", -1e3], [\"e\\u0041\", 0]]}\n"
      "{\"id\": 2, \"features\": [], \"text\": \"kept\"}\n");
  EXPECT_THAT(complaints(batch), IsEmpty());
  const std::vector<GivenFeature>& features = *batch.documents[0].features;
  ASSERT_EQ(features.size(), 5U);
  EXPECT_EQ(features[0].text, "词");
  EXPECT_EQ(features[0].weight, 1);
  EXPECT_TRUE(features[0].weight_is_integer);
  EXPECT_FALSE(features[0].weight_is_given);
  EXPECT_TRUE(features[1].weight_is_integer);
  EXPECT_TRUE(features[1].weight_is_given);
  EXPECT_EQ(features[2].weight, 2);
  EXPECT_FALSE(features[2].weight_is_integer);
  EXPECT_EQ(features[3].weight, -1000);
  EXPECT_FALSE(features[3].weight_is_integer);
  EXPECT_EQ(features[4].text, "eA");
  EXPECT_EQ(features[4].weight, 0);
  EXPECT_TRUE(batch.documents[1].features->empty());
  EXPECT_EQ(batch.documents[1].text, "kept");
}

TEST_F(JsonlTest, WrongFeaturesAreReportedWhereTheyAre) {
  EXPECT_THAT(
      complaints(read_lines("{\"features\": [1]}\n{\"features\": [[\"a\"]]}\n"
                            "{\"features\": [[\"a\", \"b\"]]}\n{\"features\": [[\"a\", 1, 2]]}\n"
                            "{\"features\": [[\"a\", 1e999]]}\n{\"features\": {\"a\": 1}}\n")),
      ElementsAre(
          "a.jsonl: line 1: byte 14: field \"features\": an item must be \"token\" or [\"token\", weight]",
          "a.jsonl: line 2: field \"features\": a pair must be [\"token\", weight]",
          "a.jsonl: line 3: byte 20: field \"features\": a pair must be [\"token\", weight]",
          "a.jsonl: line 4: byte 23: field \"features\": a pair must be [\"token\", weight]",
          HasSubstr("line 5")));
}

TEST_F(JsonlTest, ABrokenLineCostsOnlyItself) {
  const std::vector<std::string> broken = {"{\"text\": \"open}",
                                           "{\"text\": \"a\"",
                                           "{\"text\": \"a\"} {\"text\": \"b\"}",
                                           "[\"text\"]",
                                           "plain words",
                                           "{\"text\": \"a\",}",
                                           "{\"text\" \"a\"}",
                                           "{\"text\": \"bad \\q escape\"}",
                                           "{\"text\": \"tab\there\"}",
                                           "{\"text\": nul}",
                                           "{\"text\": }",
                                           "{\"text\": {\"a\": 1}",
                                           "7",
                                           "{",
                                           "}",
                                           "\"text\"",
                                           std::string("{\"text\": \"a\0b\"}", 15)};
  std::string lines;
  for (const std::string& line : broken) lines += line + "\n{\"text\": \"good\"}\n";
  const DocumentBatch batch = read_lines(lines);
  EXPECT_EQ(batch.documents.size(), broken.size());
  ASSERT_EQ(batch.problems.size(), broken.size());
  for (std::size_t i = 0; i < broken.size(); ++i) {
    EXPECT_EQ(batch.problems[i].line, 2 * i + 1) << broken[i];
    EXPECT_EQ(batch.problems[i].severity, Problem::Severity::error);
  }
  EXPECT_EQ(batch.problems[0].byte, 9U);   // the quote that opens
  EXPECT_EQ(batch.problems[2].byte, 14U);  // the second object
  EXPECT_EQ(batch.problems[7].byte, 14U);  // the backslash
  EXPECT_THAT(batch.problems[3].message, HasSubstr("not a JSON object"));
}

TEST_F(JsonlTest, LoneSurrogatesAreReplacedSkippedOrKept) {
  const std::string line = "{\"id\": \"a\", \"text\": \"x\\ud800y\", \"unused\": \"\\ud800\"}\n";
  DocumentBatch batch = read_lines(line);
  EXPECT_THAT(texts(batch), ElementsAre("x\uFFFDy"));
  EXPECT_THAT(
      complaints(batch),
      ElementsAre("warning: a.jsonl: line 1: byte 22: lone surrogates in escapes: 1, replaced by U+FFFD"));
  batch = read_lines(line, {.invalid = InvalidBytes::skip});
  EXPECT_THAT(texts(batch), IsEmpty());
  EXPECT_THAT(complaints(batch), ElementsAre(HasSubstr("; skipped")));
  batch = read_lines(line, {.invalid = InvalidBytes::keep});
  EXPECT_THAT(texts(batch), ElementsAre("x\xED\xA0\x80y"));
  EXPECT_THAT(complaints(batch), IsEmpty());
}

TEST_F(JsonlTest, MalformedBytesInALineAreReplacedSkippedOrKept) {
  const std::string good = "{\"id\": 1, \"text\": \"第一行没有问题\"}\n";
  const std::string line =
      "{\"id\": 2, \"text\": \"第二行有\xE6\xB1一个坏\\n字\\u4e2d，其余的部分都是好的\"}\n";
  DocumentBatch batch = read_lines(good + line + good);
  EXPECT_EQ(batch.documents[1].text, "第二行有\uFFFD一个坏\n字中，其余的部分都是好的");
  EXPECT_THAT(complaints(batch),
              ElementsAre("warning: a.jsonl: line 2: byte 31: not valid UTF-8; replaced by U+FFFD: 1 place"));
  batch = read_lines(good + line + good, {.invalid = InvalidBytes::keep});
  EXPECT_EQ(batch.documents[1].text, "第二行有\xE6\xB1一个坏\n字中，其余的部分都是好的");
  EXPECT_THAT(complaints(batch), IsEmpty());
  batch = read_lines(good + line + good, {.invalid = InvalidBytes::skip});
  EXPECT_EQ(batch.documents.size(), 2U);
}

TEST_F(JsonlTest, AForeignLineIsRefusedUnderAuto) {
  const std::string line = "{\"text\": \"\xC4\xE3\xBA\xC3\xCA\xC0\xBD\xE7\"}\n";
  EXPECT_THAT(complaints(read_lines(line)), ElementsAre(HasSubstr("line 1: byte 10: not UTF-8")));
  EXPECT_THAT(texts(read_lines(line, {.encoding = "gb18030"})), ElementsAre("你好世界"));
}

TEST_F(JsonlTest, EscapedNulIsTextAndMarksAreDropped) {
  const DocumentBatch batch = read_lines("\xEF\xBB\xBF{\"text\": \"a\\u0000b\"}\n");
  EXPECT_THAT(texts(batch), ElementsAre(std::string("a\0b", 3)));
  EXPECT_THAT(complaints(batch), IsEmpty());
}

TEST_F(JsonlTest, AnEmptyFileHasNoDocuments) {
  const DocumentBatch batch = read_lines("");
  EXPECT_THAT(texts(batch), IsEmpty());
  EXPECT_THAT(complaints(batch), IsEmpty());
}

TEST_F(JsonlTest, DeepNestingDoesNoHarm) {
  const std::string deep = std::string(5000, '[') + std::string(5000, ']');
  const DocumentBatch batch = read_lines("{\"x\": " + deep + ", \"text\": \"t\"}\n{\"text\": \"next\"}\n");
  EXPECT_EQ(batch.documents.back().text, "next");
}

}  // namespace
}  // namespace neardup::internal
