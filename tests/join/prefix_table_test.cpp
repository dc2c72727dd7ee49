// The prefix filter: every similar set is met, whatever the order of the shingles.
#include "neardup/join/similarity/prefix_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <set>
#include <vector>

#include "neardup/sketch/overlap_bound.h"

namespace neardup::internal {
namespace {

using Set = std::vector<std::uint64_t>;  // sorted: the order of the shingles is that of the numbers

Set random_set(std::mt19937_64& random, std::size_t most) {
  Set set(1 + random() % most);
  const std::uint64_t range = 1 + random() % (3 * most);  // small ranges: much in common
  for (std::uint64_t& shingle : set) shingle = random() % range;
  std::ranges::sort(set);
  set.erase(std::unique(set.begin(), set.end()), set.end());
  return set;
}

ShinglePrefix prefix_of(const Set& set, double similarity) {
  ShinglePrefix prefix{.set_size = static_cast<std::uint32_t>(set.size())};
  for (std::uint32_t i = 0; i < PrefixTable::prefix_length(set.size(), similarity); ++i)
    prefix.shingles.push_back({set[i], i});
  return prefix;
}

double similarity_of(const Set& a, const Set& b) {
  Set common;
  std::ranges::set_intersection(a, b, std::back_inserter(common));
  return jaccard(common.size(), a.size(), b.size());
}

TEST(PrefixTableTest, MeetsEverySetThatIsSimilarEnough) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 300; ++round) {
    const double similarity = 0.2 + 0.05 * static_cast<double>(random() % 17);
    PrefixTable table(similarity);
    std::vector<Set> sets;
    for (std::uint32_t i = 0; i < 120; ++i) {  // more than a short posting list has
      sets.push_back(random_set(random, 30));
      table.add(i, prefix_of(sets.back(), similarity));
    }
    const Set asked = random_set(random, 30);
    std::set<std::uint32_t> met;
    table.probe(prefix_of(asked, similarity),
                [&](std::uint32_t entry, std::uint32_t there, std::uint32_t here) {
                  ASSERT_LE(there, sets[entry].size());
                  ASSERT_LT(here, asked.size());
                  met.insert(entry);
                });
    for (std::uint32_t i = 0; i < sets.size(); ++i) {
      if (similarity_of(asked, sets[i]) < similarity) continue;
      EXPECT_TRUE(met.contains(i)) << "round " << round;
    }
  }
}

/// A thousand sets share the second half of their shingles, which is not enough to be similar.
TEST(PrefixTableTest, SkipsPostingsOfATemplateThatCannotReachTheSet) {
  constexpr double kSimilarity = 0.45;
  PrefixTable table(kSimilarity);
  const auto framed = [](std::uint64_t number) {
    Set set;
    for (std::uint64_t i = 0; i < 50; ++i) set.push_back(1000 * number + i);  // rare
    for (std::uint64_t i = 0; i < 50; ++i) set.push_back(1'000'000'000 + i);  // the frame
    return prefix_of(set, kSimilarity);
  };
  for (std::uint32_t i = 0; i < 1000; ++i) table.add(i, framed(i));
  std::size_t met = 0;
  table.probe(framed(5000), [&](std::uint32_t, std::uint32_t, std::uint32_t) { ++met; });
  EXPECT_LT(met, 20U);  // the first of each posting list, whose position is not known
}

TEST(PrefixTableTest, IsEmptyAfterClear) {
  PrefixTable table(0.8);
  table.add(0, prefix_of({1, 2, 3}, 0.8));
  table.add(1, prefix_of({1, 2, 3}, 0.8));
  table.clear();
  table.probe(prefix_of({1, 2, 3}, 0.8), [](std::uint32_t, std::uint32_t, std::uint32_t) { FAIL(); });
}

}  // namespace
}  // namespace neardup::internal
