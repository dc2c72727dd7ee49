#include "neardup/collection/comparison.h"

#include <gtest/gtest.h>

namespace neardup::internal {
namespace {

Document text(const std::string& content) {
  Document document;
  document.text = content;
  return document;
}

TEST(ComparisonTest, SameTextInAnotherSpellingIsIdentical) {
  const auto result = compare(Recipe::named("text-1"), text("Hello  World"), text("hello world\n"));
  EXPECT_EQ(result.verdict, Verdict::identical);
}

TEST(ComparisonTest, ShortTextsThatDifferAreNotJudged) {
  const auto result = compare(Recipe::named("text-1"), text("cat"), text("dog"));
  EXPECT_EQ(result.verdict, Verdict::not_judged);
  EXPECT_EQ(result.absence, Absence::too_few_features);
  EXPECT_FALSE(result.distance.has_value());
}

TEST(ComparisonTest, TwoDifferentTextsWithoutFeaturesAreNotDuplicatesUnderAnOriginal) {
  const auto result = compare(Recipe::named("pypi-simhash"), text("!!!"), text("???"));
  EXPECT_EQ(result.verdict, Verdict::not_judged);
}

TEST(ComparisonTest, SimilarityCountsShingles) {
  const auto result = compare(Recipe::named("text-1"), text("a b c d e"), text("a b c d f"));
  EXPECT_EQ(result.shingles.common, 2U);  // abc bcd
  EXPECT_EQ(result.shingles.all, 4U);     // abc bcd cde cdf
  EXPECT_DOUBLE_EQ(result.shingles.jaccard, 0.5);
}

TEST(ComparisonTest, DistanceOfTheRecipeDecides) {
  const std::string first = "one two three four five six seven eight nine ten eleven twelve";
  const std::string second = "one two three four five six seven eight nine ten eleven dozen";
  const auto near = compare(Recipe::parse("text-1,distance=64"), text(first), text(second));
  EXPECT_EQ(near.verdict, Verdict::near_duplicate);
  ASSERT_GT(*near.distance, 0);
  const auto far = compare(Recipe::parse("text-1,distance=0"), text(first), text(second));
  EXPECT_EQ(far.verdict, Verdict::different);
}

}  // namespace
}  // namespace neardup::internal
