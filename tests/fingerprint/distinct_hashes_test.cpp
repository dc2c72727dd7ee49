// The distinct hashes of a list against a plain search of what came before.
#include "neardup/fingerprint/distinct_hashes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace neardup {
namespace {

using testing::ElementsAre;

struct Found {
  Hash128 hash;
  std::uint32_t first = 0;
  std::uint32_t occurrences = 0;
  friend bool operator==(const Found&, const Found&) = default;
};

Hash128 hash_at(const HashLists& lists, std::size_t i) {
  return {lists.low[i], lists.high.empty() ? 0 : lists.high[i]};
}

std::vector<Found> search(const HashLists& given) {
  std::vector<Found> all;
  for (std::uint32_t i = 0; i < given.low.size(); ++i) {
    const auto found = std::ranges::find(all, hash_at(given, i), &Found::hash);
    found == all.end() ? all.push_back({hash_at(given, i), i, 1}) : void(++found->occurrences);
  }
  return all;
}

std::vector<Found> all_of(const DistinctHashes& distinct) {
  EXPECT_EQ(distinct.hashes.low.size(), distinct.firsts.size());
  EXPECT_EQ(distinct.occurrences.size(), distinct.firsts.size());
  std::vector<Found> all;
  for (std::size_t i = 0; i < distinct.firsts.size(); ++i)
    all.push_back({hash_at(distinct.hashes, i), distinct.firsts[i], distinct.occurrences[i]});
  return all;
}

HashLists random_lists(std::mt19937_64& random, std::size_t size, std::uint64_t values, bool is_wide) {
  HashLists lists;
  for (std::size_t i = 0; i < size; ++i) {
    lists.low.push_back(random() % values);  // 0 included
    if (is_wide) lists.high.push_back(random() % 2);
  }
  return lists;
}

TEST(DistinctHashesTest, FindsWhatAPlainSearchFinds) {
  std::mt19937_64 random(3);
  DistinctHashes distinct;  // one for all: memory of a longer list must not show
  for (std::size_t round = 0; round < 400; ++round) {
    const std::size_t size = random() % 200;
    for (const std::uint64_t values : {1, 3, 50, 100'000}) {
      for (const bool is_wide : {false, true}) {
        const HashLists given = random_lists(random, size, values, is_wide);
        distinct.find(given);
        std::vector<Found> found = all_of(distinct);
        std::ranges::sort(found, {}, &Found::first);
        ASSERT_EQ(found, search(given));
      }
    }
  }
}

TEST(DistinctHashesTest, KeepsThoseThatOccurAgainInOrder) {
  DistinctHashes distinct;
  distinct.find({.low = {7, 5, 7, 5, 3}, .high = {}});
  EXPECT_THAT(distinct.hashes.low, ElementsAre(3, 7, 5));
  EXPECT_THAT(distinct.firsts, ElementsAre(4, 0, 1));
  EXPECT_THAT(distinct.occurrences, ElementsAre(1, 2, 2));
}

}  // namespace
}  // namespace neardup
