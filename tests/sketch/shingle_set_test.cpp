#include "neardup/sketch/shingle_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "neardup/fingerprint/boilerplate.h"
#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/fingerprint/recipe.h"
#include "tests/fingerprint/hash_feature.h"
#include "tests/reference/shingles.h"

namespace neardup::internal {
namespace {

using testing::IsEmpty;

std::vector<std::uint64_t> hashes_of(const std::vector<std::string>& shingles) {
  std::vector<std::uint64_t> hashes;
  for (const std::string& shingle : shingles) {
    hashes.push_back(hash_feature(FeatureHash::xxh3, 64, shingle).low);
  }
  return hashes;
}

std::vector<std::uint64_t> take(ShingleSetTaker& taker, const std::string& text) {
  const auto set = taker.take({.text = text});
  return {set.begin(), set.end()};
}

RecipeSteps steps_with(int shingle) {
  RecipeSteps steps = Recipe::named("text-1").steps();
  steps.similarity_shingle = shingle;
  return steps;
}

TEST(ShingleSetTest, HoldsEachShingleOnceInOrderOfAppearance) {
  ShingleSetTaker taker(steps_with(2));
  EXPECT_EQ(take(taker, "A b, a B; a_c"), hashes_of({"a b", "b a", "a c"}));
  EXPECT_EQ(take(taker, "大桥 BRIDGE 7"), hashes_of({"大 桥", "桥 bridge", "bridge 7"}));
}

TEST(ShingleSetTest, TakesAShortTextAsOneShingleAndAnEmptyOneAsNone) {
  ShingleSetTaker taker(steps_with(3));
  EXPECT_EQ(take(taker, "Two words"), hashes_of({"two words"}));
  EXPECT_THAT(take(taker, " ... "), IsEmpty());
}

TEST(ShingleSetTest, MakesTheSameOfTheFeaturesOfAFingerprint) {
  std::mt19937 random(3);
  for (int i = 0; i < 3000; ++i) {
    const int width = 1 + static_cast<int>(random() % 5);
    const int shingle = 1 + static_cast<int>(random() % 6);
    const std::string kind = random() % 2 == 0 ? "words:" : "code:";
    const Recipe recipe = Recipe::named("text-1")
                              .with("tokens", kind + std::to_string(width))
                              .with("shingle", std::to_string(shingle));
    ASSERT_TRUE(ShingleSetTaker::can_take_from_features(recipe.steps()));
    std::string text;
    for (std::size_t words = random() % 9; words > 0; --words) text += random() % 2 == 0 ? "中" : "word + ";
    Fingerprinter fingerprinter(recipe);
    static_cast<void>(fingerprinter.fingerprint(text));
    ShingleSetTaker taker(recipe.steps());
    const auto shared = taker.take_from(fingerprinter.last_features());
    const std::vector<std::uint64_t> found(shared.begin(), shared.end());
    ASSERT_EQ(found, take(taker, text)) << text << ' ' << kind << width << ' ' << shingle;
  }
}

TEST(ShingleSetTest, TakesGivenFeaturesAsTheyAre) {
  ShingleSetTaker taker(steps_with(3));
  const Document document{.features = {{{.text = "One"}, {.text = "two"}, {.text = "One"}}}};
  const auto set = taker.take(document);
  EXPECT_EQ(std::vector(set.begin(), set.end()), hashes_of({"One", "two"}));
}

TEST(ShingleSetTest, TakesTokensOfSourceCodeForARecipeOfSourceCode) {
  RecipeSteps steps = Recipe::named("code-1").steps();
  steps.similarity_shingle = 1;
  ShingleSetTaker taker(steps);
  const auto one = take(taker, "int first = 1; // comment");
  EXPECT_EQ(take(taker, "int second = 2;"), one);
  EXPECT_NE(take(taker, "int second + 2;"), one);
}

TEST(ShingleSetTest, TakesSimplifiedChineseWhenTheRecipeDoes) {
  RecipeSteps steps = steps_with(2);
  ShingleSetTaker plain(steps);
  EXPECT_NE(take(plain, "漢語詞典"), take(plain, "汉语词典"));
  steps.normalization = Normalization::simplified;
  ShingleSetTaker simplified(steps);
  EXPECT_EQ(take(simplified, "漢語詞典"), hashes_of({"汉 语", "语 词", "词 典"}));
  EXPECT_EQ(take(simplified, "汉语词典"), hashes_of({"汉 语", "语 词", "词 典"}));
}

TEST(ShingleSetTest, LeavesBoilerplateOut) {
  const auto boilerplate = std::make_shared<Boilerplate>();
  for (const std::uint64_t hash : hashes_of({"header", "footer", "menu"})) boilerplate->shingles.insert(hash);
  ShingleSetTaker taker(steps_with(1), boilerplate);
  EXPECT_EQ(take(taker, "Header news of today menu footer"), hashes_of({"news", "of", "today"}));
  EXPECT_THAT(take(taker, "menu"), IsEmpty());
  EXPECT_THAT(take(taker, "two left menu"), IsEmpty()) << "fewer than the recipe needs";
  EXPECT_EQ(take(taker, "short news"), hashes_of({"short", "news"})) << "nothing was left out";
}

}  // namespace
}  // namespace neardup::internal
