// Linkage of compact pairs against the slow one on the full table of scores.
#include "neardup/linkage/linkage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "tests/reference/linkage.h"

namespace neardup::internal {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

struct Case {
  LinkGraph graph;
  reference::ScoreTable table;
};

/// Random groups of equal documents, random pairs of groups with few different scores: many ties. The last
/// `archived` documents are nobody's copy.
Case random_case(std::size_t documents, std::size_t archived, Score score, std::mt19937& random) {
  Case result{LinkGraph(documents, score), {score, {}}};
  result.table.scores.assign(documents, std::vector<std::optional<double>>(documents));
  std::vector<std::uint32_t> group(documents);
  for (std::uint32_t i = 0; i < documents; ++i) {
    group[i] = random() % 3 == 0 && i > 0 && i < documents - archived ? group[random() % i] : i;
    if (group[i] != i) result.graph.add_copy(group[i], i);
  }
  const double equal = score == Score::similarity ? 1 : 0;
  const unsigned density = 1 + random() % 8;
  std::vector<std::vector<std::optional<double>>> of_groups(documents,
                                                            std::vector<std::optional<double>>(documents));
  for (std::uint32_t a = 0; a < documents; ++a) {
    for (std::uint32_t b = a + 1; b < documents; ++b) {
      if (group[a] != a || group[b] != b || random() % (documents + 2) >= density) continue;
      const auto step = static_cast<double>(random() % 4);
      const double value = score == Score::similarity ? 0.5 + 0.1 * step : 1 + step;
      of_groups[a][b] = of_groups[b][a] = value;
      result.graph.add_pair(a, b, value);
    }
  }
  result.graph.finish();
  for (std::uint32_t a = 0; a < documents; ++a) {
    for (std::uint32_t b = 0; b < documents; ++b) {
      if (a != b) result.table.scores[a][b] = group[a] == group[b] ? equal : of_groups[group[a]][group[b]];
    }
  }
  return result;
}

void expect_scores(const Linkage& linkage, const Case& sample) {
  for (std::uint32_t i = 0; i < linkage.kept_of.size(); ++i) {
    const auto expected = linkage.is_kept(i) ? std::optional(sample.graph.equal_score())
                                             : sample.table.scores[i][linkage.kept_of[i]];
    EXPECT_EQ(linkage.score(i), expected) << i;
  }
}

TEST(LinkageTest, EqualsTheSlowOneOnRandomPairsOrdersAndReferences) {
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    const std::size_t documents = random() % 25;
    const std::size_t archived = round % 5 == 0 ? random() % (documents + 1) : 0;
    const Score score = random() % 2 == 0 ? Score::similarity : Score::distance;
    const Case sample = random_case(documents, archived, score, random);
    std::vector<std::uint32_t> order(round % 3 == 0 ? 0 : documents - archived);
    std::iota(order.begin(), order.end(), 0U);
    std::shuffle(order.begin(), order.end(), random);
    const std::size_t references = round % 4 == 0 ? random() % (documents - archived + 1) : 0;
    const LinkOptions options{.order = order,
                              .reference_documents = static_cast<std::uint32_t>(references),
                              .archived_documents = static_cast<std::uint32_t>(archived)};
    const Linkage star = link_star(sample.graph, options);
    EXPECT_THAT(star.kept_of, ElementsAreArray(reference::star(sample.table, options))) << round;
    expect_scores(star, sample);
    const Linkage components = link_components(sample.graph, options);
    EXPECT_THAT(components.kept_of, ElementsAreArray(reference::components(sample.table, options))) << round;
    expect_scores(components, sample);
  }
}

TEST(LinkageTest, StarDoesNotFollowAChainAndComponentsDo) {
  LinkGraph graph(4, Score::similarity);
  graph.add_pair(0, 1, 0.9);
  graph.add_pair(1, 2, 0.9);
  graph.add_pair(2, 3, 0.8);
  graph.finish();
  EXPECT_THAT(link_star(graph).kept_of, ElementsAre(0, 0, 2, 2));
  EXPECT_THAT(link_components(graph).kept_of, ElementsAre(0, 0, 0, 0));
}

TEST(LinkageTest, StarJoinsTheNearestByDistanceAndTheEarliestOfEqualOnes) {
  LinkGraph graph(5, Score::distance);
  graph.add_pair(0, 3, 3);
  graph.add_pair(1, 3, 2);
  graph.add_pair(2, 3, 2);
  graph.add_copy(3, 4);
  graph.finish();
  EXPECT_THAT(link_star(graph).kept_of, ElementsAre(0, 1, 2, 1, 1));
  const std::vector<std::uint32_t> order = {2, 1, 0, 3, 4};
  EXPECT_THAT(link_star(graph, {.order = order}).kept_of, ElementsAre(0, 1, 2, 2, 2));
}

TEST(LinkageTest, WarnsOfAComponentThatIsAChain) {
  LinkGraph graph(40, Score::similarity);
  for (std::uint32_t i = 0; i < 8; ++i) graph.add_pair(i, i + 1, 0.8);    // nine: too few to matter
  for (std::uint32_t i = 10; i < 30; ++i) graph.add_pair(i, i + 1, 0.8);  // a long chain
  graph.finish();
  EXPECT_EQ(link_components(graph).warning, (ChainWarning{.kept = 10, .members = 21, .like_kept = 2}));
  EXPECT_FALSE(link_star(graph).warning);
  LinkGraph dense(20, Score::similarity);
  for (std::uint32_t i = 1; i < 20; ++i) dense.add_pair(0, i, 0.8);
  dense.finish();
  EXPECT_FALSE(link_components(dense).warning);
}

TEST(ClustersTest, ListTheKeptDocumentFirstAndLeaveSingleDocumentsOut) {
  Linkage linkage;
  linkage.kept_of = {3, 1, 5, 3, 3, 5, 6};
  linkage.scores.resize(7);
  const Clusters clusters(linkage);
  ASSERT_EQ(clusters.size(), 2U);
  EXPECT_THAT(clusters[0], ElementsAre(3, 0, 4));
  EXPECT_THAT(clusters[1], ElementsAre(5, 2));
  EXPECT_EQ(clusters.find(3), 0U);
  EXPECT_EQ(clusters.find(5), 1U);
  for (const std::uint32_t other : {0, 1, 2, 4, 6}) EXPECT_FALSE(clusters.find(other)) << other;
  EXPECT_EQ(Clusters(Linkage{}).size(), 0U);
}

}  // namespace
}  // namespace neardup::internal
