#include "neardup/corpus/record_table.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "neardup/corpus/raw_batch.h"
#include "neardup/util/error.h"
#include "tests/corpus/corpus_fixture.h"

namespace neardup::internal {
namespace {

class RecordTableTest : public CorpusTest {
 protected:
  struct ReadAll {
    RecordTable table;
    std::vector<Document> documents;
  };

  static ReadAll read_all(const std::vector<std::string>& inputs, ReadOptions options) {
    options.keep_records = true;
    ReadAll all;
    CorpusReader reader(inputs, options);
    while (const auto batch = reader.next()) {
      const DocumentBatch documents = reader.parse(*batch);
      all.table.add(documents);
      all.documents.insert(all.documents.end(), documents.documents.begin(), documents.documents.end());
    }
    return all;
  }

  static void expect_same_documents(const ReadAll& all, const ReadOptions& options) {
    RecordReader reader(all.table, options);
    ASSERT_EQ(all.table.size(), all.documents.size());
    for (std::size_t i = all.documents.size(); i-- > 0;) {  // backwards: the order must not matter
      EXPECT_EQ(reader.read(i).text, all.documents[i].text);
      EXPECT_EQ(reader.read(i).fields, all.documents[i].fields);
      EXPECT_EQ(all.table.id(i), all.documents[i].id);
    }
    expect_same_stretches(all, reader);
  }

  /// Every third document left out, then from the end: neighbours, gaps and steps back.
  static void expect_same_stretches(const ReadAll& all, RecordReader& reader) {
    std::vector<std::uint32_t> documents;
    for (std::uint32_t i = 0; i < all.documents.size(); ++i) {
      if (i % 3 != 0) documents.push_back(i);
    }
    for (std::size_t i = all.documents.size(); i > 0; i -= std::min<std::size_t>(i, 100))
      documents.push_back(static_cast<std::uint32_t>(i - 1));
    std::size_t expected = 0;
    reader.read_all(documents, [&](std::size_t i, const Document& document) {
      EXPECT_EQ(i, expected++);
      EXPECT_EQ(document.text, all.documents[documents[i]].text);
      EXPECT_EQ(document.fields, all.documents[documents[i]].fields);
    });
    EXPECT_EQ(expected, documents.size());
  }
};

std::string many_json_lines() {
  std::string lines;
  for (int i = 0; i < 30000; ++i) {
    lines += i % 3 == 0 ? "{\"id\":\"doc-" + std::to_string(i) + "\"," : "{";
    lines += "\"text\":\"line " + std::to_string(i) + " 第" + std::to_string(i * 7) + "行\",\"more\":\"m" +
             std::to_string(i) + "\"}" + (i % 5 == 0 ? "\r\n" : "\n");
    if (i % 1000 == 999) lines += "not JSON\n\n";
  }
  return lines;
}

TEST_F(RecordTableTest, ReadsRecordsOfEveryKindOfFileAgain) {
  ReadOptions options;
  options.fields = {"more"};
  const std::string lines = many_json_lines();
  expect_same_documents(
      read_all({write("a.jsonl", lines), write("mark.jsonl", "\xEF\xBB\xBF" + lines)}, options), options);
  expect_same_documents(read_all({write("a.jsonl.gz", gzip(lines)), write("b.jsonl", lines)}, options),
                        options);
  const std::string csv = "id,text,more\n1,\"a \"\"quoted\"\"\nline\",x\n2,plain,\"y,z\"\n\n3,last,";
  expect_same_documents(read_all({write("a.csv", csv), write("b.csv", "more,text\n1,two\n")}, options),
                        options);
  expect_same_documents(read_all({write("a.txt", "one text\nof two lines\n"), write("b.txt", "")}, options),
                        options);
  options.format = InputFormat::lines;
  options.encoding = "gb18030";
  expect_same_documents(read_all({write("a.gb", "\xD6\xD0\xCE\xC4\nabc\n\xB5\xDA\n")}, options), options);
}

TEST_F(RecordTableTest, GivesTheBytesOfARecordAsTheyStand) {
  const std::string path =
      write("a.jsonl", "{\"text\":\"a\"}\r\n  {\"text\" : \"b\", \"x\":[1, 2]}\n{\"text\":\"c\"}");
  const ReadAll all = read_all({path}, {});
  RecordReader reader(all.table, {});
  EXPECT_EQ(reader.read_raw(0, 0), "{\"text\":\"a\"}\r");
  EXPECT_EQ(reader.read_raw(1, 1), "  {\"text\" : \"b\", \"x\":[1, 2]}");
  EXPECT_EQ(reader.read_raw(1, 2), "  {\"text\" : \"b\", \"x\":[1, 2]}\n{\"text\":\"c\"}");
}

TEST_F(RecordTableTest, ARecordBehindALongOneIsFound) {
  ReadOptions options;
  options.max_document = 1000;
  const std::string path = write("a.jsonl", "{\"text\":\"a\"}\n{\"text\":\"" + std::string(3'000'000, 'x') +
                                                "\"}\n{\"text\":\"behind\"}\n");
  const ReadAll all = read_all({path}, options);
  ASSERT_EQ(all.documents.size(), 2U);
  expect_same_documents(all, options);
}

TEST_F(RecordTableTest, AFileThatChangedIsAnError) {
  const std::string path = write("a.jsonl", "{\"text\":\"before\"}\n");
  const ReadAll all = read_all({path}, {});
  std::ofstream(path) << "{\"text\":\"after it all\"}\n";
  RecordReader reader(all.table, {});
  EXPECT_THROW(static_cast<void>(reader.read(0)), Error);
}

TEST(StringPoolTest, GivesBackWhatWasAdded) {
  StringPool pool;
  std::vector<std::pair<std::uint64_t, std::string>> added;
  for (std::size_t length : {0, 1, 100, 254, 255, 256, 1'000'000, 48'576, 3'000'000, 5}) {
    std::string text(length, static_cast<char>('a' + length % 26));
    added.emplace_back(pool.add(text), text);
  }
  for (const auto& [position, text] : added) EXPECT_EQ(pool[position], text);
}

}  // namespace
}  // namespace neardup::internal
