// When a text was first and last seen, and where.
#include "neardup/linkage/cluster_facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "neardup/join/document_pairs.h"
#include "tests/corpus/corpus_fixture.h"

namespace neardup::internal {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Report {
  std::string text;
  std::string date;
  std::string source;
};

/// A collection of reports with the fields date and source, deduplicated.
class Newsroom {
 public:
  explicit Newsroom(const std::vector<Report>& reports, FactFields fields = {.date = 0, .source = 1})
      : documents_(documents_of(reports)),
        collection_(documents_, options()),
        result_(collection_, find_document_pairs(collection_), {}),
        survey_(collection_, result_, fields) {}

  [[nodiscard]] ClusterFacts of(std::uint32_t document) const { return survey_.of(document); }
  [[nodiscard]] bool dates_are_numbers() const { return survey_.dates_are_numbers(); }

 private:
  static std::vector<Document> documents_of(const std::vector<Report>& reports) {
    std::vector<Document> documents;
    for (const Report& report : reports)
      documents.push_back({.text = report.text, .fields = {report.date, report.source}});
    return documents;
  }
  static CollectionOptions options() {
    CollectionOptions options{.recipe = Recipe::named("text-1")};
    options.read.fields = options.document_fields = {"date", "source"};
    return options;
  }

  std::vector<Document> documents_;
  Collection collection_;
  Deduplication result_;
  ClusterSurvey survey_;
};

constexpr const char* kBridge = "the river rose over the old stone bridge during the night";
constexpr const char* kChess = "the chess club of the town has played by post for a century";

TEST(ClusterFactsTest, SpanTheDatesAndListTheSourcesOfACluster) {
  const Newsroom newsroom({{kBridge, "2026-03-05", "Courier"},
                           {kChess, "2026-01-01", "Mirror"},
                           {kBridge, "2026-03-02", "Wire"},
                           {kBridge, "", "Courier"},
                           {kBridge, "2026-03-09", "Herald"}});
  EXPECT_FALSE(newsroom.dates_are_numbers());
  for (const std::uint32_t member : {0U, 2U, 3U, 4U}) {
    const ClusterFacts facts = newsroom.of(member);
    EXPECT_EQ(facts.first_date, "2026-03-02");
    EXPECT_EQ(facts.last_date, "2026-03-09");
    EXPECT_THAT(facts.sources, ElementsAre("Courier", "Wire", "Herald"));
    EXPECT_EQ(facts.source_count, 3U);
  }
  const ClusterFacts alone = newsroom.of(1);
  EXPECT_EQ(alone.first_date, "2026-01-01");
  EXPECT_EQ(alone.last_date, "2026-01-01");
  EXPECT_THAT(alone.sources, ElementsAre("Mirror"));
}

TEST(ClusterFactsTest, DatesAreNumbersIfAllOfThemAre) {
  const Newsroom numbers({{kBridge, "9", "a"}, {kBridge, "10", "b"}, {kBridge, "", "c"}});
  EXPECT_TRUE(numbers.dates_are_numbers());
  EXPECT_EQ(numbers.of(0).first_date, "9");
  EXPECT_EQ(numbers.of(0).last_date, "10");
  const Newsroom bytes({{kBridge, "9", "a"}, {kBridge, "10", "b"}, {kChess, "May", "c"}});
  EXPECT_FALSE(bytes.dates_are_numbers());
  EXPECT_EQ(bytes.of(0).first_date, "10");
  EXPECT_EQ(bytes.of(0).last_date, "9");
}

TEST(ClusterFactsTest, WithoutDatesThereIsNoFirstAndNoLast) {
  for (const FactFields fields : {FactFields{.date = 0, .source = 1}, FactFields{}}) {
    const Newsroom newsroom({{kBridge, "", "a"}, {kBridge, "", "a"}}, fields);
    EXPECT_EQ(newsroom.of(1).first_date, "");
    EXPECT_EQ(newsroom.of(1).last_date, "");
    EXPECT_EQ(newsroom.of(1).source_count, 1U);
  }
}

TEST(ClusterFactsTest, ManySourcesAreCountedButNotAllListed) {
  std::vector<Report> reports;
  for (int i = 0; i < 25; ++i) reports.push_back({kBridge, "", "paper " + std::to_string(i)});
  const Newsroom newsroom(reports);
  EXPECT_EQ(newsroom.of(0).sources.size(), ClusterSurvey::kMostSources);
  EXPECT_EQ(newsroom.of(0).sources.front(), "paper 0");
  EXPECT_EQ(newsroom.of(0).sources.back(), "paper 19");
  EXPECT_EQ(newsroom.of(0).source_count, 25U);
}

class ClusterFilesTest : public CorpusTest {};

TEST_F(ClusterFilesTest, ADocumentWithoutASourceIsFromItsFile) {
  const std::string line = std::string(R"({"text":")") + kBridge + "\"}\n";
  const std::string named = std::string(R"({"text":")") + kBridge + R"(","source":"Wire"})" + "\n";
  const std::string first = write("a.jsonl", line + line);
  const std::string second = write("b.jsonl", named);
  CollectionOptions options{.recipe = Recipe::named("text-1")};
  options.read.fields = {"source"};
  const Collection collection({first, second}, options);
  const Deduplication result(collection, find_document_pairs(collection), {});
  const ClusterSurvey survey(collection, result, {.source = 0});
  EXPECT_THAT(survey.of(2).sources, ElementsAre(first, "Wire"));
  EXPECT_THAT(survey.of(2).first_date, IsEmpty());
}

TEST_F(ClusterFilesTest, AnArchivedDocumentHasNeitherDateNorSource) {
  const std::vector<Document> documents = {{.text = kBridge, .fields = {"2026-03-05"}}};
  CollectionOptions options{.recipe = Recipe::named("text-1")};
  options.rule = WithinDistance{3};
  options.read.fields = options.document_fields = {"date"};
  const Collection collection(documents, options);
  DeduplicationOptions link;
  link.archive = {.hits = {{.document = 0, .entry = 0, .score = 0}}, .ids = {"old"}};
  const Deduplication result(collection, find_document_pairs(collection), link);
  ASSERT_EQ(result.id(result.linkage().kept_of[0]), "old");
  const ClusterFacts facts = ClusterSurvey(collection, result, {.date = 0}).of(0);
  EXPECT_EQ(facts.first_date, "2026-03-05");
  EXPECT_EQ(facts.last_date, "2026-03-05");
  EXPECT_EQ(facts.source_count, 1U);
}

}  // namespace
}  // namespace neardup::internal
