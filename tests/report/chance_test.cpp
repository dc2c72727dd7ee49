#include "neardup/report/tune/chance.h"

#include <gtest/gtest.h>

namespace neardup::internal {
namespace {

TEST(ChanceTest, IsTheBinomialDistribution) {
  EXPECT_DOUBLE_EQ(chance_share(64, 0), 0x1p-64);
  EXPECT_DOUBLE_EQ(chance_share(64, 3), 41664 * 0x1p-64);  // 64 * 63 * 62 / 6
  EXPECT_NEAR(chance_share(64, 32), 0.099346753747967, 1e-14);
  EXPECT_NEAR(chance_share(128, 64), 0.0703860921, 1e-9);
  EXPECT_EQ(chance_share(64, 65), 0);
  EXPECT_EQ(chance_share(64, -1), 0);
}

TEST(ChanceTest, SharesAreSymmetricAndSumToOne) {
  for (const int bits : {32, 64, 128}) {
    double sum = 0;
    for (int i = 0; i <= bits; ++i) {
      sum += chance_share(bits, i);
      EXPECT_NEAR(chance_share(bits, i) / chance_share(bits, bits - i), 1, 1e-12) << bits << " " << i;
    }
    EXPECT_NEAR(sum, 1, 1e-12) << bits;
  }
}

TEST(ChanceTest, CountsPairsAndNoneOfOneDocument) {
  EXPECT_EQ(chance_pairs(0, 64, 3), 0);
  EXPECT_EQ(chance_pairs(1, 64, 3), 0);
  EXPECT_DOUBLE_EQ(chance_pairs(1000, 64, 32), 499500 * chance_share(64, 32));
  EXPECT_NEAR(chance_pairs_within(1000, 64, 64), 499500, 1e-6);
}

}  // namespace
}  // namespace neardup::internal
