// JSON that does not have one object per line: arrays, objects over several lines, and an array under a key.
#include "neardup/corpus/json_objects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/corpus/corpus_fixture.h"
#include "tests/corpus/found_objects.h"

namespace neardup::internal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(JsonObjectScannerTest, FindsObjectsInPiecesOfAnySize) {
  const std::string json = R"([ {"a": "}{\"]["}, {"b": [{"c": 1}, [2]]},
    "a string with {braces}", 7, {} , {"d":
      {"e": "\\"} } ] {"f":1})";
  for (std::size_t piece = 1; piece <= json.size(); ++piece) {
    EXPECT_THAT(find_objects(json, piece).objects,
                ElementsAre(R"({"a": "}{\"]["})", R"({"b": [{"c": 1}, [2]]})", "{}",
                            "{\"d\":\n      {\"e\": \"\\\\\"} }", R"({"f":1})"));
  }
}

TEST(JsonObjectScannerTest, AStringWithoutItsQuoteSpoilsOneObject) {
  EXPECT_THAT(find_objects("[{\"a\": \"open},\n {\"b\": 1}},\n{\"c\": 2}]", 100).objects, SizeIs(2));
}

TEST(JsonObjectScannerTest, StopsAfterTheArrayThatAPrologueOpens) {
  const std::string json = R"({"meta": {"n": 2}, "data": [{"a": 1}, {"b": [1]}], "more": [{"c": 1}]})";
  const std::size_t prologue = json.find("[{\"a") + 1;
  for (std::size_t piece = 1; piece <= json.size(); ++piece)
    EXPECT_THAT(find_objects(json, piece, prologue).objects, ElementsAre(R"({"a": 1})", R"({"b": [1]})"));
}

TEST(JsonLayoutTest, TellsLinesFromOtherJson) {
  const std::vector<std::string> text = {"text"};
  for (const char* const lines : {
           R"({"text": "a"})",
           "{\"text\": \"a\"}\n{\"text\": \"b\"}\n",
           "  \n{\"id\": 1, \"text\": \"a line that goes on and on",
           "{\"id\": 1, \"text\": \"broken\n{\"id\": 2, \"text\": \"b\"}\n",
           "{\"id\": 2, \"text\":\n{\"id\": 3}\n",
           R"({"comments": [{"text": "c"}], "text": "a"})",
           "{\"rows\": [{\"text\": \"c\"}]}\n{\"rows\": [{\"text\": \"d\"}]}\n",
           "plain text",
           "[1] is the first reference",
           "",
       }) {
    EXPECT_FALSE(find_json_layout(lines, text)) << lines;
  }
  for (const char* const other :
       {"[{\"text\": 1}]", " [\n]", "[", "{\n  \"text\": \"a\"\n}\n", "{\"id\": 1,\n\"text\": 2}"}) {
    const std::optional<JsonLayout> layout = find_json_layout(other, text);
    ASSERT_TRUE(layout) << other;
    EXPECT_EQ(layout->prologue, 0U) << other;
  }
}

TEST(JsonLayoutTest, FindsTheArrayUnderAKey) {
  const std::string json = R"({"count": 2, "tags": ["x"], "data": [{"id": 1, "text": "a"}]})";
  const std::optional<JsonLayout> layout = find_json_layout(json, {"text"});
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->prologue, json.find("{\"id"));
}

class JsonFileTest : public CorpusTest {
 protected:
  const std::vector<std::string> both_ = {"一", "two\nlines"};
};

TEST_F(JsonFileTest, ReadsArraysAndObjectsOverSeveralLines) {
  const std::string pretty =
      "[\n  {\n    \"id\": \"a\",\n    \"text\": \"一\"\n  },\n  {\n    \"id\": \"b\",\n"
      "    \"text\": \"two\\nlines\"\n  }\n]\n";
  const std::string flat = "[{\"id\":\"a\",\"text\":\"一\"},{\"id\":\"b\",\"text\":\"two\\nlines\"}]";
  const std::string wrapped = "{\"total\": 2, \"rows\": " + flat + ", \"next\": {\"page\": 2}}";
  const std::string sequence = pretty.substr(2, pretty.size() - 4);
  for (const std::string& json : {pretty, flat, wrapped, sequence}) {
    for (const char* const name : {"a.json", "unknown", "a.json.gz"}) {
      const DocumentBatch batch = read({write(name, name == std::string("a.json.gz") ? gzip(json) : json)});
      EXPECT_EQ(texts(batch), both_) << json;
      EXPECT_THAT(ids(batch), ElementsAre("a", "b"));
      EXPECT_THAT(complaints(batch), IsEmpty());
    }
  }
  EXPECT_EQ(read({write("a.json", pretty)}).documents[1].line, 6U);
}

TEST_F(JsonFileTest, LongArraysAreReadInBatchesWithinLittleMemory) {
  std::string json = "[";
  for (int i = 0; i < 50000; ++i)
    json += (i == 0 ? "\n{\"id\": " : ",\n{\"id\": ") + std::to_string(i) +
            ", \"text\": \"some words [of] {text}\"}";
  const DocumentBatch batch = read({write("a.json", json + "]")});
  ASSERT_THAT(batch.documents, SizeIs(50000));
  EXPECT_EQ(batch.documents.back().id, "49999");
  EXPECT_EQ(batch.documents.back().line, 50001U);
}

TEST_F(JsonFileTest, ElementsThatAreNoUsableObjectsAreNamedByLine) {
  const std::string json =
      "[\n{\"text\": \"fine\"},\n\"a string\",\n{\"text\": 7},\n{\n  \"text\": \"a\" 7\n},\n[1, 2],\n"
      "{\"text\": \"fine too\"}\n]";
  const DocumentBatch batch = read({write("a.json", json)});
  EXPECT_THAT(texts(batch), ElementsAre("fine", "fine too"));
  EXPECT_THAT(complaints(batch),
              ElementsAre(HasSubstr("line 3: not a JSON object"), HasSubstr("line 4: "),
                          HasSubstr("line 6: byte "), HasSubstr("line 8: not a JSON object")));
}

TEST_F(JsonFileTest, ATruncatedArrayGivesWhatCameBefore) {
  DocumentBatch batch = read({write("a.json", "[{\"text\": \"fine\"},\n{\"text\": \"cut o")});
  EXPECT_THAT(texts(batch), ElementsAre("fine"));
  EXPECT_THAT(complaints(batch), ElementsAre(HasSubstr("a.json: line 2")));
  batch = read({write("a.json", "[{\"text\": \"fine\"},\n")});
  EXPECT_THAT(texts(batch), ElementsAre("fine"));
  EXPECT_THAT(complaints(batch), ElementsAre("a.json: ends inside an array: a truncated file?"));
}

TEST_F(JsonFileTest, ALongObjectIsSkippedAndTheNextIsRead) {
  const std::string json = "[{\"text\": \"" + std::string(5000, 'x') + "\"}, {\"text\": \"short\"}]";
  const DocumentBatch batch = read({write("a.json", json)}, {.max_document = 1000});
  EXPECT_THAT(texts(batch), ElementsAre("short"));
  EXPECT_EQ(batch.problems[0].code, ProblemCode::too_long);
}

TEST_F(JsonFileTest, ATextFileWithJsonLinesIsReadAsSuchAndSaysSo) {
  const std::string lines = "{\"id\": 1, \"text\": \"one\"}\n{\"id\": 2, \"text\": \"two\"}\n";
  const DocumentBatch batch = read({write("a.txt", lines)});
  EXPECT_THAT(texts(batch), ElementsAre("one", "two"));
  EXPECT_THAT(complaints(batch), ElementsAre(HasSubstr("warning: a.txt: holds JSON lines")));
  EXPECT_THAT(texts(read({write("b.txt", lines)}, {.format = InputFormat::text})), ElementsAre(lines));
  for (const std::string other :
       {"{\"id\": 1}\n{\"id\": 2}\n", "{\"text\": \"one\"}\nnot JSON\n", "{ a: b }"})
    EXPECT_THAT(texts(read({write("c.txt", other)})), ElementsAre(other));
}

TEST(CompactJsonTest, KeepsWhiteSpaceInStringsOnly) {
  EXPECT_EQ(compact_json("{ \"a b\" :\n\t\"c \\\" d\" , \"e\": [ 1 , 2 ] }"),
            R"({"a b":"c \" d","e":[1,2]})");
}

}  // namespace
}  // namespace neardup::internal
