// The numbers of a report: every one of them counted again from the result of the deduplication.
#include "neardup/report/page/report_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace neardup::internal {
namespace {

using testing::ElementsAre;
using testing::Pair;

std::string random_words(std::mt19937& random, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += "w" + std::to_string(random() % 3000) + " ";
  return text;
}

/// Families of 1, 2, 3, … documents: an original, edited copies and exact copies.
std::vector<Document> make_documents(std::size_t families) {
  std::mt19937 random(23);
  std::vector<Document> documents;
  for (std::size_t family = 1; family <= families; ++family) {
    const std::string original = random_words(random, 50);
    for (std::size_t i = 0; i < family; ++i) {
      const std::string text = i % 3 == 1 ? original + random_words(random, 1 + random() % 4) : original;
      documents.push_back({.id = std::to_string(family) + "/" + std::to_string(i), .text = text});
    }
  }
  documents.push_back({.id = "short", .text = "cat"});
  return documents;
}

/// A deduplicated collection with its report.
struct Reported {
  Reported(const std::vector<Document>& documents, const Rule& rule, const ReportOptions& run = {})
      : collection(documents, options_for(rule)),
        pairs(find_document_pairs(collection)),
        result(collection, pairs, {}),
        data(collect_report({collection, pairs, result}, run, 2)) {}

  static CollectionOptions options_for(const Rule& rule) {
    CollectionOptions options{.recipe = Recipe::named("text-1")};
    options.rule = rule;
    return options;
  }

  Collection collection;
  DocumentPairs pairs;
  Deduplication result;
  ReportData data;
};

TEST(ReportDataTest, CountsTheLinksByDistanceAndBySimilarity) {
  const std::vector<Document> documents = make_documents(12);
  for (const Rule& rule : {Rule(AtLeastSimilar{0.7}), Rule(WithinDistance{10})}) {
    const Reported reported(documents, rule);
    std::uint64_t links = 0;
    std::vector<std::uint64_t> by_distance(65);
    std::array<std::uint64_t, 101> by_percent{};
    reported.result.for_each_link([&](const DocumentPair& pair) {
      ++links;
      if (pair.distance) ++by_distance[static_cast<std::size_t>(*pair.distance)];
      if (pair.similarity) ++by_percent[static_cast<std::size_t>(*pair.similarity * 100 + 1e-9)];
    });
    ASSERT_GT(links, 40U);
    const ReportData& data = reported.data;
    EXPECT_EQ(data.pair_count, links);
    EXPECT_EQ(data.pairs_by_distance, by_distance);
    EXPECT_EQ(data.pairs_by_percent, by_percent);
    EXPECT_EQ(data.counts.exact + data.counts.near, links);
    EXPECT_EQ(data.counts.documents, documents.size());
    EXPECT_EQ(data.without_fingerprint, 1U);
    EXPECT_EQ(data.too_short, data.by_similarity ? 0 : 1U);  // one token is enough for a similarity
    EXPECT_EQ(data.pairs.size(), links);                     // few enough to show all
    EXPECT_EQ(data.by_similarity, similarity_of(rule).has_value());
    EXPECT_EQ(data.threshold, similarity_of(rule) ? 0.7 : 10);
    EXPECT_EQ(data.has_chance, !data.by_similarity);
  }
}

TEST(ReportDataTest, PairsComeClosestFirstAndOnlyDifferentTextsAreDiffed) {
  const Reported reported(make_documents(10), AtLeastSimilar{0.7});
  const ReportData& data = reported.data;
  ASSERT_GT(data.pairs.size(), 20U);
  EXPECT_TRUE(std::ranges::is_sorted(data.pairs, std::ranges::greater{}, [](const ReportPair& shown) {
    return shown.pair.similarity.value_or(1);
  }));
  std::size_t diffs = 0;
  for (const ReportPair& shown : data.pairs) {
    EXPECT_EQ(shown.first_id, reported.collection.records().id(shown.pair.first));
    EXPECT_EQ(shown.second_id, reported.collection.records().id(shown.pair.second));
    const bool is_equal =
        reported.collection.digest(shown.pair.first) == reported.collection.digest(shown.pair.second);
    EXPECT_EQ(shown.is_exact, is_equal);
    EXPECT_EQ(shown.diff.has_value(), !is_equal);
    if (shown.diff) {
      EXPECT_EQ(*shown.diff, diffs++);
    }
  }
  EXPECT_EQ(data.diffs.size(), diffs);
  EXPECT_GT(diffs, 5U);
  EXPECT_GT(data.counts.exact, 5U);
}

TEST(ReportDataTest, ClustersAreTheLargestFirstWithTheirFarthestMember) {
  const Reported reported(make_documents(9), AtLeastSimilar{0.7});
  const ReportData& data = reported.data;
  ASSERT_EQ(data.clusters.size(), 8U);  // the family of one is no cluster
  for (std::size_t i = 0; i < data.clusters.size(); ++i) {
    const ReportCluster& cluster = data.clusters[i];
    const std::size_t family = 9 - i;
    EXPECT_EQ(cluster.documents, family);
    EXPECT_EQ(cluster.kept, std::to_string(family) + "/0");
    EXPECT_EQ(cluster.exact, family - 1 - (family + 1) / 3);  // every third one is edited
    EXPECT_EQ(cluster.others.size(), std::min<std::size_t>(5, family - 1));
    ASSERT_TRUE(cluster.least);
    EXPECT_LT(*cluster.least, 1);
    EXPECT_GE(*cluster.least, 0.7);
    EXPECT_GT(cluster.farthest.value_or(0), 0);
  }
  std::map<std::uint64_t, std::uint64_t> sizes;
  for (std::uint64_t family = 2; family <= 9; ++family) ++sizes[family];
  EXPECT_THAT(data.cluster_sizes, testing::ElementsAreArray(sizes.begin(), sizes.end()));
}

TEST(ReportDataTest, SizesAboveSixtyFourAreCountedInSteps) {
  std::vector<Document> documents;
  for (int i = 0; i < 64; ++i) documents.push_back({.text = "one two three four five six"});
  for (int i = 0; i < 100; ++i) documents.push_back({.text = "seven eight nine ten eleven twelve"});
  const Reported reported(documents, AtLeastSimilar{0.8});
  // 2^(53/8) = 98.7 is the last step of an eighth of a power of two that is not above 100.
  EXPECT_THAT(reported.data.cluster_sizes, ElementsAre(Pair(64, 1), Pair(99, 1)));
}

TEST(ReportDataTest, StricterThresholdsRemoveNoMoreAndTheLastIsTheRun) {
  for (const Rule& rule : {Rule(AtLeastSimilar{0.7}), Rule(WithinDistance{10})}) {
    const Reported reported(make_documents(12), rule);
    const std::vector<ThresholdOutcome>& outcomes = reported.data.thresholds;
    ASSERT_GT(outcomes.size(), 3U);
    EXPECT_TRUE(std::ranges::is_sorted(outcomes, {}, &ThresholdOutcome::removed));
    const DeduplicationCounts& counts = reported.data.counts;
    EXPECT_EQ(outcomes.back(), (ThresholdOutcome{reported.data.threshold, counts.clusters,
                                                 counts.exact + counts.near, counts.largest}));
    EXPECT_EQ(outcomes.front().threshold, similarity_of(rule) ? 1 : 0);
    EXPECT_GE(outcomes.front().removed, counts.exact);
    EXPECT_LT(outcomes.front().removed, counts.exact + counts.near);
  }
}

TEST(ReportDataTest, AnonymousReportsHaveNumbersInsteadOfNamesAndNoTexts) {
  const Reported reported(make_documents(6), AtLeastSimilar{0.7}, {.anonymise = true});
  const ReportData& data = reported.data;
  ASSERT_FALSE(data.pairs.empty());
  for (const ReportPair& shown : data.pairs) {
    EXPECT_EQ(shown.first_id, "document " + std::to_string(shown.pair.first + 1));
    EXPECT_EQ(shown.second_id, "document " + std::to_string(shown.pair.second + 1));
  }
  for (const ReportCluster& cluster : data.clusters) EXPECT_TRUE(cluster.kept.starts_with("document "));
}

TEST(ReportDataTest, AnEmptyCollectionHasAnEmptyReport) {
  const std::vector<Document> none;
  const Reported reported(none, AtLeastSimilar{0.8});
  EXPECT_EQ(reported.data.pair_count, 0U);
  EXPECT_TRUE(reported.data.clusters.empty());
  EXPECT_TRUE(reported.data.pairs.empty());
}

}  // namespace
}  // namespace neardup::internal
