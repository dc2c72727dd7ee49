#include "neardup/index/plan.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "neardup/index/key_flips.h"

namespace neardup::index {
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
}  // namespace neardup::index
