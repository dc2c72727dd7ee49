// Conversion to UTF-8 as a stream, byte order marks, and the rule that tells damage from another encoding.
#include "neardup/corpus/encoding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "neardup/text/invalid_bytes.h"
#include "neardup/text/utf8.h"
#include "neardup/util/error.h"
#include "tests/corpus/converted_text.h"
#include "tests/corpus/corpus_fixture.h"

namespace neardup::internal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kText = "相似的文本，\nsimilar text, 😀 straße\n";

class EncodingTest : public CorpusTest {
 protected:
  std::string decode(std::string_view bytes, const std::string& encoding, std::size_t piece = 1000) const {
    TextSource source(open_byte_source(write("file", bytes)), encoding);
    std::string text;
    std::string buffer(piece, '\0');
    while (const std::size_t count = source.read(buffer)) text.append(buffer, 0, count);
    return text;
  }
};

TEST_F(EncodingTest, ByteOrderMarksAreBelievedAndDropped) {
  for (const char* encoding : {"UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"}) {
    const std::string bytes = convert("\uFEFF" + kText, encoding);
    for (const std::size_t piece : {1U, 3U, 100U}) EXPECT_EQ(decode(bytes, "auto", piece), kText) << encoding;
    EXPECT_EQ(decode(bytes, encoding), kText) << encoding;
  }
  EXPECT_EQ(decode("\xEF\xBB\xBF", "auto"), "");
  EXPECT_EQ(decode("\xFF\xFE", "auto"), "");
}

TEST_F(EncodingTest, NamedEncodingsAreConvertedInAnyPieces) {
  const std::string chinese = "繁體中文與英文 mixed\n第二行\n";
  EXPECT_EQ(decode(convert(kText, "gb18030"), "gb18030", 1), kText);
  EXPECT_EQ(decode(convert(chinese, "Big5"), "big5", 2), chinese);
  EXPECT_EQ(decode(convert(kText, "UTF-16"), "utf-16"), kText);
  EXPECT_EQ(decode("caf\xE9", "iso-8859-1"), "café");
}

TEST_F(EncodingTest, LongTextsSurviveEveryBufferEnd) {
  std::string text;
  for (int i = 0; i < 30000; ++i) text += "第" + std::to_string(i) + "行 😀\n";
  for (const char* encoding : {"UTF-16LE", "gb18030"})
    EXPECT_TRUE(decode(convert(text, encoding), encoding, 4096) == text) << encoding;
}

TEST_F(EncodingTest, WhatCannotBeConvertedBecomesOneByteThatUtf8NeverHas) {
  const std::string lone_surrogate("a\0\x00\xD8z\0", 6);
  EXPECT_EQ(decode(lone_surrogate, "utf-16le"), "a\xFFz");
  EXPECT_EQ(decode(std::string("a\0b", 3), "utf-16le"), "a\xFF");  // half a unit at the end
  EXPECT_EQ(decode("\xB0\xA1\xFF ok", "gb18030"), "啊\xFF ok");
}

TEST_F(EncodingTest, AnUnknownNameIsRefusedWithExamples) {
  for (const char* name : {"utf-99", "", "Auto"}) {
    try {
      CorpusReader reader({}, {.encoding = name});
      FAIL() << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
      EXPECT_THAT(error.what(), HasSubstr("gb18030"));
    }
  }
}

TEST_F(EncodingTest, LinesOfUtf16AndGb18030AreDocuments) {
  const std::string utf16 = write("a.txt", convert("\uFEFF第一行\r\n第二行\r\n", "UTF-16LE"));
  EXPECT_THAT(texts(read({utf16}, {.format = InputFormat::lines})), ElementsAre("第一行", "第二行"));
  const std::string gb = write("b.jsonl", convert("{\"id\": \"甲\", \"text\": \"正文\"}\n", "gb18030"));
  const DocumentBatch batch = read({gb}, {.encoding = "gb18030"});
  EXPECT_THAT(ids(batch), ElementsAre("甲"));
  EXPECT_THAT(texts(batch), ElementsAre("正文"));
}

TEST_F(EncodingTest, DamageInAConvertedFileIsReplacedOrSkippedLikeMalformedUtf8) {
  const std::string file = write("a.txt", "\xB0\xA1\xFF ok");
  DocumentBatch batch = read({file}, {.encoding = "gb18030"});
  EXPECT_THAT(texts(batch), ElementsAre("啊\uFFFD ok"));
  EXPECT_THAT(complaints(batch),
              ElementsAre("warning: a.txt: not valid gb18030; replaced by U+FFFD: 1 place"));
  batch = read({file}, {.encoding = "gb18030", .invalid = InvalidBytes::skip});
  EXPECT_THAT(texts(batch), IsEmpty());
  EXPECT_THAT(complaints(batch), ElementsAre(HasSubstr("not valid gb18030; skipped")));
}

TEST_F(EncodingTest, AForeignTextIsReplacedWhenUtf8IsNamed) {
  const std::string file = write("gb.txt", convert("这是一篇用国标编码保存的文章，不是统一码。", "gb18030"));
  const DocumentBatch batch = read({file}, {.encoding = "utf-8"});
  EXPECT_EQ(batch.documents.size(), 1U);
  EXPECT_EQ(batch.problems[0].severity, Problem::Severity::warning);
}

TEST_F(EncodingTest, AForeignTextThatIsTooShortToGuessIsRefusedUnderAuto) {
  const std::string file = write("gb.txt", convert("国标", "gb18030"));
  const DocumentBatch batch = read({file});
  EXPECT_THAT(texts(batch), IsEmpty());
  ASSERT_EQ(batch.problems.size(), 1U);
  EXPECT_EQ(batch.problems[0].byte, 0U);
  EXPECT_THAT(batch.problems[0].message, HasSubstr("not UTF-8"));
  EXPECT_EQ(batch.problems[0].code, ProblemCode::wrong_encoding);
}

TEST_F(EncodingTest, SmallDamageIsRepairedAndReportedWithPlaceAndCount) {
  std::string text = "一篇很长的文章，里面只有两个坏字节。";
  for (int i = 0; i < 3; ++i) text += text;
  const std::size_t first = text.size();
  const std::string file = write("a.txt", "\xEF\xBB\xBF" + text + "\x80 and \xFF more");
  EXPECT_THAT(complaints(read({file})), ElementsAre("warning: a.txt: byte " + std::to_string(first + 3) +
                                                    ": not valid UTF-8; replaced by U+FFFD: 2 places"));
  EXPECT_THAT(texts(read({file})), ElementsAre(text + "\uFFFD and \uFFFD more"));
  EXPECT_THAT(texts(read({file}, {.invalid = InvalidBytes::keep})), ElementsAre(text + "\x80 and \xFF more"));
  EXPECT_THAT(texts(read({file}, {.invalid = InvalidBytes::skip})), IsEmpty());
}

bool foreign(std::string_view text) {
  return is_foreign(measure_damage(text, find_malformed_utf8(text)), text.size());
}

TEST(InvalidBytesTest, TheRuleTellsDamageFromAnotherEncoding) {
  const std::string english(500, 'e');
  EXPECT_TRUE(foreign("na\xEFve caf\xE9 \xE0 la carte"));  // Latin-1
  EXPECT_TRUE(foreign(convert("你好", "gb18030")));
  EXPECT_TRUE(foreign(convert("簡短", "Big5")));
  EXPECT_FALSE(foreign(english + "\x92s"));           // one stray byte in much English
  EXPECT_FALSE(foreign("短文\xE6\xB1"));              // cut off in the middle of a character
  EXPECT_FALSE(foreign("一二三四五六七八九十\xFF"));  // 1 of 31 non-ASCII bytes
  EXPECT_TRUE(foreign("一二\xFF\x80"));               // 2 of 8
}

TEST(InvalidBytesTest, DamageIsCountedInSequencesAndBytes) {
  const Damage damage = measure_damage("好\xE6\xB1!\xFFx\xF0\x9F", 3);
  EXPECT_EQ(damage.first, 3U);
  EXPECT_EQ(damage.sequences, 3U);
  EXPECT_EQ(damage.malformed_bytes, 3U);  // the one that the end cuts off does not count
  EXPECT_EQ(damage.other_non_ascii, 3U);
}

}  // namespace
}  // namespace neardup::internal
