// The overlap of two sets, against counting one shingle after the other.
#include "neardup/join/similarity/overlap_counter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace neardup::internal {
namespace {

using ShingleSequence = std::vector<std::uint64_t>;

std::size_t slow_count(const ShingleSequence& a, const ShingleSequence& b) {
  return static_cast<std::size_t>(std::ranges::count_if(
      a, [&](std::uint64_t shingle) { return std::ranges::find(b, shingle) != b.end(); }));
}

/// Returns every sequence of at most `most` different shingles below `shingles`.
std::vector<ShingleSequence> all_sequences(std::uint64_t shingles, std::size_t most) {
  std::vector<ShingleSequence> all = {{}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].size() == most) continue;
    for (std::uint64_t next = 0; next < shingles; ++next) {
      if (std::ranges::find(all[i], next) != all[i].end()) continue;
      ShingleSequence longer = all[i];
      longer.push_back(next);
      all.push_back(std::move(longer));
    }
  }
  return all;
}

void expect_overlap(OverlapCounter& counter, const ShingleSequence& a, const ShingleSequence& b,
                    std::size_t least) {
  const std::size_t common = counter.count_common(b, least);
  const std::size_t expected = slow_count(a, b);
  if (expected >= least) {
    EXPECT_EQ(common, expected);
  } else {
    EXPECT_LT(common, least);
  }
}

TEST(OverlapCounterTest, CountsSmallSets) {
  const std::vector<ShingleSequence> all = all_sequences(5, 4);
  ASSERT_EQ(all.size(), 206U);
  OverlapCounter counter;
  for (const ShingleSequence& a : all) {
    counter.compare_with(a);
    for (const ShingleSequence& b : all) {
      for (std::size_t least = 0; least <= 5 && !HasFailure(); ++least) expect_overlap(counter, a, b, least);
    }
  }
}

TEST(OverlapCounterTest, CountsEditedAndShuffledSets) {
  std::mt19937_64 random(1);
  OverlapCounter counter;
  for (int round = 0; round < 2000 && !HasFailure(); ++round) {
    ShingleSequence a(random() % 200);
    for (std::uint64_t& shingle : a) shingle = random();
    if (!a.empty() && round % 5 == 0) a[random() % a.size()] = 0;
    counter.compare_with(a);
    for (int other = 0; other < 4; ++other) {
      ShingleSequence b = a;
      for (std::uint64_t edits = random() % 40; edits > 0 && !b.empty(); --edits) {
        const auto place = b.begin() + static_cast<std::ptrdiff_t>(random() % b.size());
        if (edits % 3 == 0) b.erase(place);
        if (edits % 3 == 1) *place = random();
        if (edits % 3 == 2) b.insert(place, random());
      }
      if (other == 3) std::ranges::shuffle(b, random);
      expect_overlap(counter, a, b, random() % (a.size() + 2));
      expect_overlap(counter, a, b, slow_count(a, b));
      expect_overlap(counter, a, b, slow_count(a, b) + 1);
    }
  }
}

}  // namespace
}  // namespace neardup::internal
