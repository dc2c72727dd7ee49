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

/// Returns what a pair is sorted by: less for pairs nearer the threshold.
double closeness(const ReportPair& shown, const Rule& rule) {
  return similarity_of(rule) ? shown.pair.similarity.value_or(1) : -shown.pair.distance.value_or(0);
}

TEST(ReportDataTest, PairsNearestTheThresholdComeFirst) {
  for (const Rule& rule : {Rule(AtLeastSimilar{0.7}), Rule(WithinDistance{10})}) {
    const Reported reported(make_documents(10), rule);
    const std::vector<ReportPair>& pairs = reported.data.pairs;
    ASSERT_GT(pairs.size(), 20U);
    EXPECT_TRUE(
        std::ranges::is_sorted(pairs, {}, [&](const ReportPair& shown) { return closeness(shown, rule); }));
    EXPECT_LT(closeness(pairs.front(), rule), closeness(pairs.back(), rule));
    EXPECT_TRUE(pairs.back().is_exact);
  }
}

TEST(ReportDataTest, OnlyDifferentTextsAreDiffedEachOnce) {
  const Reported reported(make_documents(10), AtLeastSimilar{0.7});
  const ReportData& data = reported.data;
  ASSERT_GT(data.pairs.size(), 20U);
  std::size_t diffs = 0;
  for (const ReportPair& shown : data.pairs) {
    const ReportDocument& removed = data.documents[shown.removed];
    const ReportDocument& kept = data.documents[shown.kept];
    EXPECT_EQ(reported.result.linkage().kept_of[removed.ordinal], kept.ordinal);
    EXPECT_EQ(removed.id, reported.collection.records().id(removed.ordinal));
    EXPECT_EQ(kept.id, reported.collection.records().id(kept.ordinal));
    EXPECT_EQ(kept.text.empty(), false) << "it is kept in a cluster of the page";
    const bool is_equal =
        reported.collection.digest(shown.pair.first) == reported.collection.digest(shown.pair.second);
    EXPECT_EQ(shown.is_exact, is_equal);
    EXPECT_EQ(shown.diff.has_value(), !is_equal);
    if (!shown.diff) continue;
    ++diffs;
    EXPECT_EQ(data.diff_pairs[*shown.diff].removed, shown.removed);
    EXPECT_EQ(data.diffs[*shown.diff].first.text_bytes, kept.text_bytes) << "the kept text is the first";
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
    EXPECT_EQ(data.documents[cluster.kept].id, std::to_string(family) + "/0");
    EXPECT_EQ(cluster.exact, family - 1 - (family + 1) / 3);  // every third one is edited
    const std::size_t copies = std::min<std::size_t>(3, cluster.exact);
    EXPECT_EQ(cluster.members.size(), copies + (family - 1 - cluster.exact));
    EXPECT_TRUE(std::ranges::is_sorted(cluster.members, {}, &ReportPair::is_exact)) << "copies come last";
    for (const ReportPair& member : cluster.members)
      EXPECT_EQ(member.diff.has_value(), !member.is_exact) << "each can be read";
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
    EXPECT_EQ(data.documents[shown.kept].id, "#" + std::to_string(data.documents[shown.kept].ordinal + 1));
    EXPECT_EQ(data.documents[shown.removed].id,
              "#" + std::to_string(data.documents[shown.removed].ordinal + 1));
  }
  for (const ReportDocument& document : data.documents) {
    EXPECT_TRUE(document.id.starts_with("#"));
    EXPECT_EQ(document.file + document.url + document.line + document.text, "");
  }
  for (const ReportDiff& diff : data.diffs) EXPECT_TRUE(diff.stretches.empty());
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
