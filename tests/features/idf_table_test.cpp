#include "neardup/features/idf_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "neardup/util/error.h"
#include "tests/features/han_test_support.h"

namespace neardup::internal {
namespace {

using testing::HasSubstr;
using testing_support::TemporaryFile;
using Document = std::vector<std::string_view>;

IdfTable loaded(std::string_view content) { return IdfTable::load(TemporaryFile(content).path()); }

std::string message_of_failure(std::string_view content) {
  try {
    (void)loaded(content);
  } catch (const Error& error) {
    return error.what();
  }
  return "no failure";
}

TEST(IdfTableTest, FindsWhatTheFileSays) {
  const IdfTable table = loaded("苹果 2.5\nthe 0.25\r\nquick brown 7\nnegative -1e-3");
  EXPECT_EQ(table.size(), 4U);
  EXPECT_EQ(table.find("苹果"), 2.5);
  EXPECT_EQ(table.find("the"), 0.25);
  EXPECT_EQ(table.find("quick brown"), 7);
  EXPECT_EQ(table.find("negative"), -0.001);
  EXPECT_EQ(table.find("quick"), std::nullopt);
  EXPECT_EQ(table.find(""), std::nullopt);
}

TEST(IdfTableTest, UnknownWordsWeighTheMedian) {
  const IdfTable even = loaded("a 4\nb 1\nc 3\nd 2\n");
  EXPECT_EQ(even.median(), 3);  // element 2 of 1, 2, 3, 4, as Python's jieba takes it
  EXPECT_EQ(even.weight_of("x"), 3);
  EXPECT_EQ(even.weight_of("b"), 1);
}

TEST(IdfTableTest, TheLastOfTwoValuesCounts) {
  const IdfTable table = loaded("a 4\nb 1\na 2\n");
  EXPECT_EQ(table.size(), 2U);
  EXPECT_EQ(table.find("a"), 2);
}

TEST(IdfTableTest, ComplaintsNameFileAndLine) {
  EXPECT_THAT(message_of_failure("a 1\nb\n"), HasSubstr("line 2: expected `word idf`, got `b`"));
  EXPECT_THAT(message_of_failure("a 1\n\nb 2\n"), HasSubstr("line 2"));
  EXPECT_THAT(message_of_failure(" 1\n"), HasSubstr("line 1"));
  EXPECT_THAT(message_of_failure("a 1x\n"), HasSubstr("expected a number"));
  EXPECT_THAT(message_of_failure("a nan\n"), HasSubstr("expected a number"));
  EXPECT_THAT(message_of_failure("a \n"), HasSubstr("expected a number"));
  EXPECT_THAT(message_of_failure(""), HasSubstr("no line"));
  EXPECT_THROW((void)IdfTable::load("/no/such/table"), Error);
}

TEST(IdfTableTest, AnEmptyTableWeighsEveryWordAlike) {
  const IdfTable table = IdfBuilder().build();
  EXPECT_EQ(table.size(), 0U);
  EXPECT_EQ(table.weight_of("anything"), 1);
  EXPECT_EQ(table.to_text(), "");
}

TEST(IdfTableTest, TheTextFormReadsBackAsTheSameTable) {
  const std::vector<IdfTable::Entry> entries = {
      {"line\nbreak", 0.1}, {"back\\slash\\n", 1.0 / 3}, {"a b", 13.900677652}, {"\r", 1e-300}, {"苹果", 2}};
  const IdfTable table(entries);
  const IdfTable again = loaded(table.to_text());
  for (const auto& [word, idf] : entries) EXPECT_EQ(again.find(word), idf) << word;
  EXPECT_EQ(again.to_text(), table.to_text());
  EXPECT_EQ(again.digest(), table.digest());
}

TEST(IdfTableTest, TheDigestDependsOnTheContentOnly) {
  EXPECT_EQ(loaded("a 1\nb 2\n").digest(), loaded("b 2.0\na 1e0\n").digest());
  EXPECT_NE(loaded("a 1\nb 2\n").digest(), loaded("a 1\nb 3\n").digest());
  EXPECT_NE(loaded("a 1\nb 2\n").digest(), loaded("a 1\nc 2\n").digest());
}

TEST(IdfTableTest, AgreesWithAMapOnRandomWords) {
  std::mt19937 random(20240131);
  std::map<std::string, double> expected;
  std::vector<IdfTable::Entry> entries;
  for (int i = 0; i < 20000; ++i) {
    const std::string word = std::to_string(random() % 15000);
    const double idf = static_cast<double>(random() % 1000) / 8;
    entries.push_back({word, idf});
    expected[word] = idf;
  }
  const IdfTable table(entries);
  ASSERT_EQ(table.size(), expected.size());
  std::vector<double> values;
  for (const auto& [word, idf] : expected) {
    ASSERT_EQ(table.find(word), idf) << word;
    ASSERT_EQ(table.find("x" + word), std::nullopt);
    values.push_back(idf);
  }
  std::ranges::sort(values);
  EXPECT_EQ(table.median(), values[values.size() / 2]);
}

TEST(IdfBuilderTest, LearnsTheCustomarySmoothedLogarithm) {
  IdfBuilder builder;
  builder.add_document(Document{"a", "b"});
  builder.add_document(Document{"a"});
  builder.add_document(Document{"a", "c"});
  const IdfTable table = builder.build();
  EXPECT_EQ(table.find("a"), 1);         // ln(4 / 4) + 1
  EXPECT_EQ(table.find("b"), 1.693147);  // ln(4 / 2) + 1, six decimals
  EXPECT_EQ(table.to_text(), "a 1\nb 1.693147\nc 1.693147\n");
}

TEST(IdfBuilderTest, NeitherOrderNorSharingOutOfDocumentsMatters) {
  std::mt19937 random(20240131);
  const std::vector<std::string> words = {"苹果", "香蕉", "a", "b", "c", "d e", "f"};
  std::vector<Document> documents;
  for (int i = 0; i < 200; ++i) {
    Document document;
    for (const std::string& word : words) {
      if (random() % 3 == 0) document.push_back(word);
    }
    documents.push_back(document);
  }
  IdfBuilder alone;
  for (const Document& document : documents) alone.add_document(document);
  std::ranges::shuffle(documents, random);
  std::vector<IdfBuilder> parts(4);
  for (std::size_t i = 0; i < documents.size(); ++i) parts[i % 4].add_document(documents[i]);
  IdfBuilder merged;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) merged.merge(*part);
  EXPECT_EQ(merged.documents(), 200U);
  EXPECT_EQ(merged.build().to_text(), alone.build().to_text());
  EXPECT_EQ(merged.build().digest(), alone.build().digest());
}

}  // namespace
}  // namespace neardup::internal
