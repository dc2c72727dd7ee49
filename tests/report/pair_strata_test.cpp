#include "neardup/report/tune/pair_strata.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

namespace neardup::internal {
namespace {

using testing::ElementsAre;
using testing::Pair;

DocumentPair pair_at(std::uint32_t first, int distance) {
  return {.first = first, .second = first + 1, .distance = distance};
}

std::map<int, int> count_by_distance(const std::vector<DocumentPair>& pairs) {
  std::map<int, int> counts;
  for (const DocumentPair& pair : pairs) ++counts[*pair.distance];
  return counts;
}

TEST(PairStrataTest, RareDistancesAreAllShownAndLeaveTheirPlacesToOthers) {
  PairStrata strata(4, 100);
  for (std::uint32_t i = 0; i < 5000; ++i) strata.add(0, pair_at(i, 0));
  for (std::uint32_t i = 0; i < 3; ++i) strata.add(2, pair_at(i, 2));
  for (std::uint32_t i = 0; i < 60; ++i) strata.add(3, pair_at(i, 3));
  EXPECT_THAT(count_by_distance(strata.choose(100)), ElementsAre(Pair(0, 49), Pair(2, 3), Pair(3, 48)));
  EXPECT_THAT(count_by_distance(strata.choose(3)), ElementsAre(Pair(0, 1), Pair(2, 1), Pair(3, 1)));
  EXPECT_THAT(count_by_distance(strata.choose(1000)), ElementsAre(Pair(0, 100), Pair(2, 3), Pair(3, 60)));
}

TEST(PairStrataTest, TheChoiceDoesNotDependOnTheOrder) {
  std::vector<DocumentPair> pairs;
  for (std::uint32_t i = 0; i < 2000; ++i) pairs.push_back(pair_at(i, 1));
  const auto choose = [&] {
    PairStrata strata(1, 50);
    for (const DocumentPair& pair : pairs) strata.add(0, pair);
    std::vector<std::uint32_t> firsts;
    for (const DocumentPair& pair : strata.choose(50)) firsts.push_back(pair.first);
    return firsts;
  };
  const auto in_order = choose();
  std::ranges::shuffle(pairs, std::mt19937(3));
  EXPECT_EQ(choose(), in_order);
  EXPECT_GT(*std::ranges::max_element(in_order), 1000U);  // not the beginning of the input
}

}  // namespace
}  // namespace neardup::internal
