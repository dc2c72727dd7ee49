// The share of similar texts that fingerprints are expected to find, against texts whose similarity is known.
#include "neardup/fingerprint/expected_share.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "neardup/fingerprint/recipe.h"

namespace neardup::internal {
namespace {

TEST(ExpectedShareTest, EqualTextsAreAlwaysFoundAndAllBitsAreAlwaysEnough) {
  EXPECT_DOUBLE_EQ(expected_share_within(64, 0, 1), 1);
  EXPECT_DOUBLE_EQ(expected_share_within(64, 64, 0.1), 1);
  EXPECT_LT(expected_share_within(64, 3, 0.8), expected_share_within(64, 4, 0.8));
  EXPECT_LT(expected_share_within(64, 8, 0.8), expected_share_within(64, 8, 0.85));
  EXPECT_LT(expected_share_within(64, 8, 0.8, 4.0 / 3), expected_share_within(64, 8, 0.8));
  EXPECT_NEAR(expected_share_within(1, 0, 0), 0.5, 1e-12);  // a random bit
}

// Texts of tokens that are replaced independently: a share q stays. Shingles of three tokens keep q^3, which is
// 8/9 at similarity 0.8.
TEST(ExpectedShareTest, PredictsTheFingerprintsOfText1) {
  const Recipe recipe = Recipe::named("text-1");
  std::mt19937 random(5);
  const double kept = std::cbrt(8.0 / 9);
  constexpr int kTexts = 1500;
  int near = 0;
  for (int i = 0; i < kTexts; ++i) {
    std::string text;
    std::string edited;
    for (int token = 0; token < 300; ++token) {
      const std::string word = "w" + std::to_string(random()) + " ";
      const bool stays = std::uniform_real_distribution<double>(0, 1)(random) < kept;
      text += word;
      edited += stays ? word : "e" + std::to_string(random()) + " ";
    }
    near += hamming_distance(*recipe.fingerprint(text), *recipe.fingerprint(edited)) <= 8 ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(near) / kTexts,
              expected_share_within(64, 8, 0.8, feature_width(recipe.steps())), 0.05);
}

}  // namespace
}  // namespace neardup::internal
