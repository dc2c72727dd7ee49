// Records without text, texts that are HTML, and what counts as blank.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "neardup/text/blank.h"
#include "neardup/text/html_sign.h"
#include "tests/corpus/corpus_fixture.h"

namespace neardup::internal {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class MissingTextTest : public CorpusTest {
 protected:
  static std::vector<bool> lacks(const DocumentBatch& batch) {
    std::vector<bool> all;
    for (const Document& document : batch.documents) all.push_back(document.has_no_text);
    return all;
  }
};

TEST(BlankTextTest, WhiteSpaceAndInvisibleCharactersAreNoText) {
  for (const char* text : {"", " ", "\t\r\n\v\f", "\u00A0\u3000\u2003", "\uFEFF\u200B\u200D \u00AD"})
    EXPECT_TRUE(is_blank_text(text)) << text;
  for (const char* text : {"a", " . ", "\u3000字", "\uFFFD", "\x80"})
    EXPECT_FALSE(is_blank_text(text)) << text;
}

TEST_F(MissingTextTest, NoFieldNullAndWhiteSpaceAreNoTextButFeaturesAre) {
  const std::string input = write("a.jsonl",
                                  "{\"id\":1}\n{\"text\":null}\n{\"text\":\"\"}\n{\"text\":\" \\n\\u3000\"}\n"
                                  "{\"text\":\"x\"}\n{\"features\":[\"f\"]}\n{\"features\":[]}\n");
  const DocumentBatch batch = read({input});
  EXPECT_THAT(lacks(batch), ElementsAre(true, true, true, true, false, false, false));
  EXPECT_THAT(batch.problems, IsEmpty());
  EXPECT_THAT(ids(read({input}, {.missing = MissingText::skip})),
              ElementsAre(input + ":5", input + ":6", input + ":7"));
}

TEST_F(MissingTextTest, TheSameHoldsInTablesLinesAndTexts) {
  const std::string table = write("a.csv", "id,text,more\n1,,\n2,\" \n\",\n3,,word\n");
  EXPECT_THAT(lacks(read({table})), ElementsAre(true, true, true));
  EXPECT_THAT(lacks(read({table}, {.text_fields = {"text", "more"}})), ElementsAre(true, true, false));
  const std::string lines = write("b", "x\n\n \ny");
  EXPECT_THAT(lacks(read({lines}, {.format = InputFormat::lines})), ElementsAre(false, true, true, false));
  EXPECT_THAT(lacks(read({write("empty.txt", ""), write("blank.txt", "\n\n"), write("text.txt", "x")})),
              ElementsAre(true, true, false));
}

TEST(HtmlSignTest, PagesAndFragmentsOfTagsLookLikeHtmlAndTextAboutTagsDoesNot) {
  EXPECT_TRUE(looks_like_html("<!DOCTYPE html>\n<title>x</title>"));
  EXPECT_TRUE(looks_like_html("\uFEFF \n<HTML lang=en>"));
  EXPECT_TRUE(looks_like_html("<div class=\"a\"><p>one</p><p>two</p></div>"));
  EXPECT_FALSE(
      looks_like_html("<b>bold</b> words, and then a long sentence without any tags at all follows"));
  EXPECT_FALSE(looks_like_html("The tag <html> begins a page, and <body> its body."));
  EXPECT_FALSE(looks_like_html("<3 <3 <3 <3"));
  EXPECT_FALSE(looks_like_html(""));
}

TEST_F(MissingTextTest, HtmlReadAsTextIsWarnedAboutOnce) {
  const std::string record = "{\"text\":\"<html><body>words</body></html>\"}\n";
  const std::string input = write("a.jsonl", record + record);
  const DocumentBatch batch = read({input});
  ASSERT_EQ(batch.problems.size(), 1U);
  EXPECT_EQ(batch.problems[0].code, ProblemCode::html_as_text);
  EXPECT_EQ(batch.problems[0].line, 1U);
  EXPECT_TRUE(batch.problems[0].is_said_once);
  EXPECT_EQ(batch.documents.size(), 2U);
}

}  // namespace
}  // namespace neardup::internal
