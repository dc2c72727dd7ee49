// TSV and CSV: the header chooses the columns; fields against a reader that goes character by character.
#include "neardup/corpus/delimited_records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "neardup/util/error.h"
#include "tests/corpus/converted_text.h"
#include "tests/corpus/corpus_fixture.h"
#include "tests/reference/csv.h"

namespace neardup::internal {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(TableRecordTest, CsvFieldsAgreeWithTheReference) {
  std::mt19937 random(17);
  const std::string alphabet = "\"\"\"\n,,ab\r";
  for (int round = 0; round < 100000; ++round) {
    std::string text;
    for (std::size_t i = random() % 14; i > 0; --i) text.push_back(alphabet[random() % alphabet.size()]);
    const reference::CsvTable expected = reference::read_csv(text);
    std::vector<std::vector<std::string>> records;
    bool closed = true;
    for (std::size_t position = 0; position < text.size();) {
      TableRecord record = read_table_record(text, position, InputFormat::csv);
      records.push_back(record.fields);
      closed = record.closed;
    }
    ASSERT_EQ(records, expected.records) << testing::PrintToString(text);
    ASSERT_EQ(!closed, expected.open_quote) << testing::PrintToString(text);
  }
}

class TableTest : public CorpusTest {};

TEST_F(TableTest, TsvHasAHeaderAndNoQuotes) {
  const std::string file = write("a.tsv", "lang\ttext\tid\r\nzh\t\"引号\" a,b\tx1\r\n\r\nen\twords\tx2");
  const DocumentBatch batch = read({file});
  EXPECT_THAT(texts(batch), ElementsAre("\"引号\" a,b", "words"));
  EXPECT_THAT(ids(batch), ElementsAre("x1", "x2"));
  EXPECT_EQ(batch.documents[1].line, 4U);
}

TEST_F(TableTest, CsvFieldsMayHoldLineEndsAndQuotes) {
  const std::string file = write("a.csv", "text,title\n\"line one\nline \"\"two\"\"\",标题\nplain,t2\n");
  const DocumentBatch batch = read({file}, {.text_fields = {"title", "text"}});
  EXPECT_THAT(texts(batch), ElementsAre("标题\nline one\nline \"two\"", "t2\nplain"));
  EXPECT_THAT(ids(batch), ElementsAre(path("a.csv:2"), path("a.csv:4")));
}

TEST_F(TableTest, AMissingColumnNamesTheColumnsThatAreThere) {
  const std::string file = write("a.csv", "id,body\n1,x\n");
  EXPECT_THAT(complaints(read({file, file})).front(),
              "a.csv: line 1: no column \"text\" in the header; there are \"id\", \"body\"");
  EXPECT_THAT(texts(read({file, write("b.csv", "text\nok\n")})), ElementsAre("ok"));
}

TEST_F(TableTest, WrongRecordsAreReportedAndOthersRead) {
  const DocumentBatch batch = read({write("a.csv", "id,text\n1\n2,good\n3,a,b\n4,\"open\n5,x\n")});
  EXPECT_THAT(texts(batch), ElementsAre("good"));
  EXPECT_THAT(complaints(batch), ElementsAre("a.csv: line 2: 1 columns where the header has 2",
                                             "a.csv: line 4: 3 columns where the header has 2",
                                             "a.csv: line 5: a field in quotes is not closed"));
}

TEST_F(TableTest, HeadersWithoutRecordsAndEmptyFilesGiveNothing) {
  const DocumentBatch batch =
      read({write("a.csv", "id,text\n"), write("b.tsv", ""), write("c.tsv", "id\ttext")});
  EXPECT_THAT(texts(batch), IsEmpty());
  EXPECT_THAT(complaints(batch), IsEmpty());
}

TEST_F(TableTest, RecordsOfALongTableKeepTheirLineNumbers) {
  std::string csv = "\xEF\xBB\xBFid,text\r\n";
  for (int i = 0; i < 60000; ++i)
    csv += std::to_string(i) + ",\"第\n" + std::to_string(i) + " 条，with \"\"quotes\"\"\"\r\n";
  const DocumentBatch batch = read({write("a.csv", csv)});
  ASSERT_EQ(batch.documents.size(), 60000U);
  for (std::size_t i = 0; i < 60000; ++i) {
    ASSERT_EQ(batch.documents[i].id, std::to_string(i));
    ASSERT_EQ(batch.documents[i].line, 2 + 2 * i);
    ASSERT_EQ(batch.documents[i].text, "第\n" + std::to_string(i) + " 条，with \"quotes\"");
  }
}

TEST_F(TableTest, ALongRecordIsDroppedWithItsQuotedLineEnds) {
  const std::string long_field = "\"" + std::string(3000000, '\n') + "\"";
  const DocumentBatch batch =
      read({write("a.csv", "id,text\n1,a\n2," + long_field + "\n3,b\n")}, {.max_document = 1000});
  EXPECT_THAT(ids(batch), ElementsAre("1", "3"));
  EXPECT_EQ(batch.documents[1].line, 3000004U);
  EXPECT_THAT(complaints(batch), ElementsAre("a.csv: line 3: longer than 1000 bytes; skipped"));
}

TEST_F(TableTest, FindsTheDelimiterOfCsvInTheFirstLines) {
  for (const std::string delimiter : {",", ";", "\t", "|"}) {
    const std::string d = delimiter;
    const std::string table = "id" + d + "text\n1" + d + "\"a" + d + " b, c; d\"\n2" + d + "plain\n";
    const DocumentBatch batch = read({write("a.csv", table)}, {.keep_records = true});
    EXPECT_THAT(texts(batch), ElementsAre("a" + d + " b, c; d", "plain")) << delimiter;
    EXPECT_THAT(ids(batch), ElementsAre("1", "2")) << delimiter;
  }
}

TEST_F(TableTest, ANamedDelimiterWins) {
  const std::string file = write("a.csv", "id,x:text\n1,2:a, b\n");
  EXPECT_THAT(texts(read({file}, {.delimiter = ":"})), ElementsAre("a, b"));
  EXPECT_THROW(read({file}, {.delimiter = "::"}), Error);
  EXPECT_THROW(read({file}, {.delimiter = "\""}), Error);
}

TEST_F(TableTest, TablesWithoutAHeaderTakeTheirColumnsFromTheOptions) {
  const ReadOptions options{.columns = {"id", "text", "more"}};
  DocumentBatch batch = read({write("a.tsv", "1\tone\tx\n2\t\"two\ty\n")}, options);
  EXPECT_THAT(texts(batch), ElementsAre("one", "\"two"));
  EXPECT_EQ(batch.documents[0].line, 1U);
  batch = read({write("a.csv", "1;\"one; or so\";x\n2;two;y\n3;three\n")}, options);
  EXPECT_THAT(texts(batch), ElementsAre("one; or so", "two"));
  EXPECT_THAT(complaints(batch), ElementsAre("a.csv: line 3: 2 columns where there should be 3"));
  batch = read({write("a.csv", "1,2,3\n")}, {.columns = {"id", "body", "more"}});
  EXPECT_THAT(complaints(batch),
              ElementsAre("a.csv: no column \"text\"; there are \"id\", \"body\", \"more\""));
}

TEST_F(TableTest, TablesMayBeUtf16) {
  const std::string table = "id\ttext\n一\t昨天下午图书馆重新开放了\n";
  for (const char* const encoding : {"UTF-16LE", "UTF-16BE"}) {
    for (const std::string mark : {"", "\uFEFF"}) {
      const DocumentBatch batch = read({write("a.tsv", convert(mark + table, encoding))});
      EXPECT_THAT(ids(batch), ElementsAre("一")) << encoding;
      EXPECT_THAT(texts(batch), ElementsAre("昨天下午图书馆重新开放了"));
    }
  }
}

}  // namespace
}  // namespace neardup::internal
