#include "neardup/index/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "neardup/index/probing.h"

namespace neardup::internal::lsm {
namespace {

TEST(PlanTest, AllowancesAddUpToTheDistance) {
  for (int blocks = 1; blocks <= kMaxBlocks; ++blocks) {
    for (int distance = 0; distance <= 64; ++distance) {
      const Allowances allowances = spread_allowances(blocks, distance);
      int sum = 0;
      for (int i = 0; i < blocks; ++i) sum += allowances[static_cast<std::size_t>(i)] + 1;
      EXPECT_EQ(sum,
                distance + 1);  // one difference more than allowed in every block would be too many in all
    }
  }
}

TEST(PlanTest, BlocksCoverTheFingerprintWithoutOverlap) {
  for (const int bits : {64, 128}) {
    for (int blocks = 1; blocks <= kMaxBlocks; ++blocks) {
      const Plan plan = Plan::choose({.bits = bits, .max_distance = 3, .blocks = blocks});
      int end = 0;
      for (int block = 0; block < blocks; ++block) {
        const KeyField field = plan.field(block, std::uint64_t{1} << 32);
        EXPECT_GE(field.rotation, end);
        end = field.rotation + field.bits;
      }
      EXPECT_LE(end, bits);
    }
  }
}

TEST(PlanTest, ThreeBitsOfSixtyFourAreFourBlocks) {
  for (const std::uint64_t size : {100'000, 1'000'000, 10'000'000, 50'000'000}) {
    EXPECT_EQ(Plan::choose({.max_distance = 3, .expected_size = size}).blocks(), 4) << size;
  }
}

TEST(PlanTest, TagsFollowTheirKeysAndEndWithTheNextBlock) {
  for (const int bits : {64, 128}) {
    for (int blocks = 1; blocks <= kMaxBlocks; ++blocks) {
      const Plan plan =
          Plan::choose({.bits = bits, .max_distance = 0, .blocks = blocks, .way = SearchWay::probe});
      ASSERT_TRUE(plan.has_tags());
      for (int block = 0; block < blocks; ++block) {
        for (const std::uint64_t size : {1, 1000, 100'000, 100'000'000}) {
          const KeyField key = plan.field(block, size);
          const KeyField tag = plan.tag_field(block, key);
          const int next_end = blocks == 1 ? bits : (block + 2) * bits / blocks;
          EXPECT_EQ(tag.rotation, (key.rotation + key.bits) % bits);
          EXPECT_EQ(tag.bits, std::min(16, next_end - key.rotation - key.bits));
          EXPECT_GE(tag.bits, 0);
        }
      }
    }
  }
}

/// Calls visit with every way to spread at most `left` differing bits over the blocks from `block` on.
template <typename Visit>
void for_each_spread(std::vector<int>& counts, std::size_t block, int left, const Visit& visit) {
  if (block == counts.size()) return visit(counts);
  for (counts[block] = 0; counts[block] <= left; ++counts[block])
    for_each_spread(counts, block + 1, left - counts[block], visit);
}

TEST(PlanTest, WhereverTheBitsDifferATableShowsThePair) {
  for (int blocks = 1; blocks <= 7; ++blocks) {
    for (int distance = 0; distance < blocks; ++distance) {
      const Allowances allowances = spread_allowances(blocks, distance);
      std::vector<int> counts(static_cast<std::size_t>(blocks));
      for_each_spread(counts, 0, distance, [&](const std::vector<int>& differing) {
        bool shown = false;
        for (std::size_t i = 0; i < differing.size(); ++i) {
          const int in_next = blocks == 1 ? 0 : differing[(i + 1) % differing.size()];
          shown = shown || (differing[i] <= allowances[i] && in_next <= tag_limit(distance));
        }
        ASSERT_TRUE(shown) << blocks << " blocks within " << distance;
      });
    }
  }
}

TEST(PlanTest, TheBytesOfTablesAreThoseOfTheirForm) {
  const auto explained = [](int bits, int max_distance, int blocks) {
    return Plan::choose({.bits = bits,
                         .max_distance = max_distance,
                         .expected_size = 10'000'000,
                         .blocks = blocks,
                         .way = SearchWay::probe})
        .explain();
  };
  EXPECT_NE(explained(64, 3, 4).find(" 42 bytes per fingerprint"), std::string::npos);
  EXPECT_NE(explained(64, 5, 3).find(" 39 bytes per fingerprint"), std::string::npos) << explained(64, 5, 3);
  EXPECT_NE(explained(128, 3, 4).find(" 51 bytes per fingerprint"), std::string::npos)
      << explained(128, 3, 4);
}

TEST(PlanTest, ASmallMemoryBudgetMeansFewerBlocks) {
  const Plan plan =
      Plan::choose({.max_distance = 3, .expected_size = 1'000'000, .memory_budget = 35'000'000});
  EXPECT_LE(plan.blocks(), 2);
  EXPECT_EQ(Plan::choose({.max_distance = 3, .expected_size = 1'000'000, .memory_budget = 1}).way(),
            SearchWay::scan);
}

TEST(PlanTest, AWideRadiusIsScanned) {
  EXPECT_EQ(Plan::choose({.bits = 128, .max_distance = 60, .expected_size = 100'000}).way(), SearchWay::scan);
  EXPECT_EQ(Plan::choose({.bits = 32, .max_distance = 3}).way(), SearchWay::scan);
}

TEST(PlanTest, NearKeysAreAllKeysWithinTheFlips) {
  for (int bits = 0; bits <= 10; ++bits) {
    for (int most = -1; most <= 11; ++most) {
      std::set<std::uint32_t> seen;
      const std::uint32_t key = 0x155U & ((1U << bits) - 1);
      for_each_near_key(key, bits, most, [&](std::uint32_t near, int flips) {
        EXPECT_EQ(count_bits(near ^ key), flips);
        EXPECT_TRUE(seen.insert(near).second);
        return true;
      });
      std::size_t expected = 0;
      for (std::uint32_t other = 0; other < (1U << bits); ++other)
        expected += count_bits(other ^ key) <= most ? 1 : 0;
      EXPECT_EQ(seen.size(), expected);
    }
  }
}

TEST(PlanTest, FieldsOfWideWordsWrapAround) {
  const Bits128 word{0x0123'4567'89AB'CDEF, 0xFEDC'BA98'7654'3210};
  EXPECT_EQ((KeyField{0, 16}.key(word)), 0xFEDCU);
  EXPECT_EQ((KeyField{56, 16}.key(word)), 0x1001U);
  EXPECT_EQ((KeyField{64, 16}.key(word)), 0x0123U);
  EXPECT_EQ((KeyField{120, 16}.key(word)), 0xEFFEU);
  EXPECT_EQ((KeyField{5, 0}.key(word)), 0U);
}

}  // namespace
}  // namespace neardup::internal::lsm
