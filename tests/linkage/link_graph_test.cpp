// The graph of pairs: groups of equal documents, and the neighbours of a group in both directions.
#include "neardup/linkage/link_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

namespace neardup::internal {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::tuple<std::uint32_t, std::uint32_t, double>> edges(const LinkGraph& graph,
                                                                    std::uint32_t group) {
  std::vector<std::tuple<std::uint32_t, std::uint32_t, double>> all;
  for (const Neighbour& neighbour : graph.neighbours(group))
    all.emplace_back(neighbour.of, neighbour.group, neighbour.score);
  return all;
}

TEST(LinkGraphTest, EveryPairIsSeenFromBothSidesByGroup) {
  LinkGraph graph(6, Score::distance);
  graph.add_pair(0, 4, 3);
  graph.add_pair(0, 2, 1);
  graph.add_pair(2, 4, 2);
  graph.finish();
  EXPECT_THAT(edges(graph, 0), ElementsAre(std::tuple(0U, 2U, 1.0), std::tuple(0U, 4U, 3.0)));
  EXPECT_THAT(edges(graph, 2), ElementsAre(std::tuple(2U, 0U, 1.0), std::tuple(2U, 4U, 2.0)));
  EXPECT_THAT(edges(graph, 4), ElementsAre(std::tuple(4U, 0U, 3.0), std::tuple(4U, 2U, 2.0)));
  for (const std::uint32_t lonely : {1U, 3U, 5U}) EXPECT_THAT(edges(graph, lonely), IsEmpty());
}

TEST(LinkGraphTest, ACopyBelongsToTheGroupOfItsFirst) {
  LinkGraph graph(4, Score::similarity);
  graph.add_copy(1, 2);
  graph.add_copy(1, 3);
  graph.finish();
  std::vector<std::uint32_t> groups;
  for (std::uint32_t i = 0; i < graph.documents(); ++i) groups.push_back(graph.group_of(i));
  EXPECT_THAT(groups, ElementsAre(0, 1, 1, 1));
  EXPECT_THAT(graph.neighbours(1), IsEmpty());
}

TEST(LinkGraphTest, TheScoreDecidesWhatIsCloser) {
  const LinkGraph similar(1, Score::similarity);
  EXPECT_EQ(similar.equal_score(), 1);
  EXPECT_TRUE(similar.is_closer(0.9, 0.8));
  EXPECT_FALSE(similar.is_closer(0.8, 0.8));
  const LinkGraph near(1, Score::distance);
  EXPECT_EQ(near.equal_score(), 0);
  EXPECT_TRUE(near.is_closer(2, 3));
  EXPECT_FALSE(near.is_closer(3, 2));
}

TEST(LinkGraphTest, AGraphWithoutPairsHasNoNeighbours) {
  LinkGraph graph(3, Score::distance);
  graph.finish();
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_THAT(graph.neighbours(i), IsEmpty());
}

TEST(LinkGraphTest, RandomPairsEqualAnObviousMap) {
  std::mt19937 engine(4);
  const auto random = [&engine] { return static_cast<std::uint32_t>(engine()); };
  for (int round = 0; round < 50; ++round) {
    constexpr std::uint32_t kDocuments = 40;
    std::map<std::uint32_t, std::map<std::uint32_t, double>> expected;
    LinkGraph graph(kDocuments, Score::similarity);
    for (std::size_t i = random() % 100; i > 0; --i) {
      const auto first = static_cast<std::uint32_t>(random() % kDocuments);
      const auto second = static_cast<std::uint32_t>(random() % kDocuments);
      if (first == second || expected[first].contains(second)) continue;
      const double score = static_cast<double>(random() % 100) / 100;
      expected[first][second] = expected[second][first] = score;
      graph.add_pair(std::min(first, second), std::max(first, second), score);
    }
    graph.finish();
    for (std::uint32_t group = 0; group < kDocuments; ++group) {
      std::vector<std::tuple<std::uint32_t, std::uint32_t, double>> own;
      for (const auto& [other, score] : expected[group]) own.emplace_back(group, other, score);
      ASSERT_EQ(edges(graph, group), own);
    }
  }
}

}  // namespace
}  // namespace neardup::internal
