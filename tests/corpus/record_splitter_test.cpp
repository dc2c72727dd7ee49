// Cutting at record ends: every batch boundary against a plain split of the whole text.
#include "neardup/corpus/record_splitter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/corpus/corpus_fixture.h"
#include "tests/reference/csv.h"

namespace neardup::internal {
namespace {

TEST(RecordEndsTest, CsvEndsAgreeWithAPlainSplitInAnyPieces) {
  std::mt19937 random(3);
  const std::string alphabet = "\"\"\"\n\n,,ab\r";
  for (int round = 0; round < 50000; ++round) {
    std::string text;
    for (std::size_t i = random() % 14; i > 0; --i) text.push_back(alphabet[random() % alphabet.size()]);
    const std::size_t cut = random() % (text.size() + 1);
    RecordEnds ends(RecordShape::csv);
    const std::size_t first = ends.last_end(std::string_view(text).substr(0, cut));
    const std::size_t second = ends.last_end(std::string_view(text).substr(cut));
    std::size_t last = second != std::string_view::npos ? cut + second : first;
    if (last == std::string_view::npos) last = 0;
    EXPECT_EQ(last, reference::last_csv_record_end(text)) << testing::PrintToString(text);
  }
}

TEST(RecordEndsTest, LineEndsAreFoundFromBothSides) {
  RecordEnds ends(RecordShape::line);
  EXPECT_EQ(ends.first_end("ab\ncd\ne"), 3U);
  EXPECT_EQ(ends.last_end("ab\ncd\ne"), 6U);
  EXPECT_EQ(ends.first_end("\"a"), std::string_view::npos);
  EXPECT_EQ(ends.last_end(""), std::string_view::npos);
}

TEST(RecordEndsTest, CountsLineEndsLikeAPlainLoop) {
  std::mt19937 random(5);
  for (const std::size_t size : {0U, 1U, 63U, 64U, 65U, 1000U, 64U * 255U, 64U * 255U + 1U, 100000U}) {
    std::string text(size, '\n');
    EXPECT_EQ(count_line_ends(text), size);
    for (char& c : text) c = random() % 3 == 0 ? '\n' : 'a';
    EXPECT_EQ(count_line_ends(text), static_cast<std::uint64_t>(std::ranges::count(text, '\n')));
  }
}

class RecordSplitterTest : public CorpusTest {};

TEST_F(RecordSplitterTest, LinesOfAllLengthsComeThroughBatchAfterBatch) {
  std::mt19937 random(9);
  std::string text;
  std::vector<std::string> lines;
  while (text.size() < 5000000) {
    const std::size_t length = random() % 50 == 0 ? random() % 300000 : random() % 200;
    lines.emplace_back(length, static_cast<char>('a' + random() % 26));
    text += lines.back() + (random() % 2 == 0 ? "\n" : "\r\n");
  }
  lines.emplace_back("the last one has no line end");
  text += lines.back();
  for (const std::string& bytes : {text, gzip(text), zstd(text)}) {
    const DocumentBatch batch = read({write("a", bytes)}, {.format = InputFormat::lines});
    ASSERT_EQ(batch.documents.size(), lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
      ASSERT_TRUE(batch.documents[i].text == lines[i]) << i;
      ASSERT_EQ(batch.documents[i].line, i + 1);
    }
  }
}

TEST_F(RecordSplitterTest, RecordsLongerThanABatchAreWhole) {
  const std::string long_line(3 * kBatchBytes + 17, 'x');
  const DocumentBatch batch =
      read({write("a", "short\n" + long_line + "\nend\n")}, {.format = InputFormat::lines});
  ASSERT_EQ(batch.documents.size(), 3U);
  EXPECT_TRUE(batch.documents[1].text == long_line);
  EXPECT_EQ(batch.documents[2].text, "end");
}

TEST_F(RecordSplitterTest, ManySmallFilesShareABatch) {
  for (int i = 0; i < 300; ++i) write("f/" + std::to_string(i) + ".txt", "text " + std::to_string(i));
  CorpusReader reader({path("f")}, {});
  int batches = 0;
  std::size_t documents = 0;
  while (const auto batch = reader.next()) {
    ++batches;
    documents += reader.parse(*batch).documents.size();
  }
  EXPECT_EQ(batches, 1);
  EXPECT_EQ(documents, 300U);
}

}  // namespace
}  // namespace neardup::internal
