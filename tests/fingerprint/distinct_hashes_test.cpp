// The distinct hashes of a list against a plain search of what came before.
#include "neardup/fingerprint/distinct_hashes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "neardup/util/bits128.h"

namespace neardup::internal {
namespace {

struct Found {
  Bits128 hash;
  std::uint32_t first = 0;
  std::uint32_t occurrences = 0;
  friend bool operator==(const Found&, const Found&) = default;
};

Bits128 hash_at(const HashLists& lists, std::size_t i) {
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

std::vector<Found> keep(DistinctHashes& distinct, HashLists lists) {
  distinct.keep(lists);
  const std::vector<std::uint32_t> positions = distinct.positions();
  const std::vector<std::uint32_t> occurrences = distinct.occurrences();
  EXPECT_EQ(positions.size(), lists.low.size());
  EXPECT_EQ(occurrences.size(), lists.low.size());
  std::vector<Found> all;
  for (std::size_t i = 0; i < lists.low.size(); ++i)
    all.push_back({hash_at(lists, i), positions[i], occurrences[i]});
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

TEST(DistinctHashesTest, KeepsWhatAPlainSearchKeeps) {
  std::mt19937_64 random(3);
  DistinctHashes distinct;  // one for all: memory of a longer list must not show
  for (std::size_t round = 0; round < 400; ++round) {
    const std::size_t size = random() % 200;
    for (const std::uint64_t values : {1, 3, 50, 100'000}) {
      for (const bool is_wide : {false, true}) {
        const HashLists given = random_lists(random, size, values, is_wide);
        ASSERT_EQ(keep(distinct, given), search(given));
      }
    }
  }
}

/// A counter of one byte must not begin anew.
TEST(DistinctHashesTest, KeepsOneOfManyHundred) {
  DistinctHashes distinct;
  for (const std::uint32_t size : {255U, 256U, 257U, 511U, 513U, 70'000U}) {
    const std::vector<Found> kept = keep(distinct, {.low = std::vector<std::uint64_t>(size, 9), .high = {}});
    ASSERT_EQ(kept, (std::vector<Found>{{{9, 0}, 0, size}}));
  }
}

}  // namespace
}  // namespace neardup::internal
