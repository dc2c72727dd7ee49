#include "neardup/features/weights.h"

#include <gmock/gmock.h>

#include <cmath>

namespace neardup::internal {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;

Features features_of(std::initializer_list<std::string_view> words) {
  Features features;
  for (const std::string_view word : words) features.append(word);
  return features;
}

std::vector<std::string> texts_of(const Features& features) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < features.size(); ++i) texts.emplace_back(features[i]);
  return texts;
}

TEST(WeightsTest, CountingKeepsTheFirstOfEqualFeaturesInOrder) {
  Features features = features_of({"red", "蓝", "red", "green", "red", "蓝"});
  count_features(features);
  EXPECT_THAT(texts_of(features), ElementsAre("red", "蓝", "green"));
  EXPECT_THAT(features.weights, ElementsAre(3, 2, 1));
}

TEST(WeightsTest, CountingNothingGivesNothing) {
  Features features;
  count_features(features);
  EXPECT_EQ(features.size(), 0U);
}

TEST(WeightsTest, LogWeightIsTheFloorOfEightTimesTheLogarithm) {
  EXPECT_EQ(log_weight(1), 8U);
  EXPECT_EQ(log_weight(2), 16U);
  for (std::uint64_t count = 1; count <= 65535; ++count) {
    const long double exact = 8 + 8 * std::log2(static_cast<long double>(count));
    // The logarithm of a count that is no power of two is irrational, so the floor is safe from rounding.
    EXPECT_EQ(log_weight(count), static_cast<std::uint32_t>(std::floor(exact + 1e-15L))) << count;
  }
}

TEST(WeightsTest, LogWeightStopsGrowingAboveItsRange) {
  EXPECT_EQ(log_weight(65536), log_weight(65535));
  EXPECT_EQ(log_weight(~std::uint64_t{0}), log_weight(65535));
}

TEST(WeightsTest, TfidfDividesFirst) {
  const std::vector<IdfTable::Entry> entries = {{"red", 2.0}, {"green", 4.0}, {"blue", 8.0}};
  Features features = features_of({"red", "green", "red", "unknown"});
  count_features(features);
  weigh_by_tfidf(features, IdfTable(entries));
  EXPECT_THAT(features.weights, ElementsAre(DoubleEq(2 * (2.0 / 4)), DoubleEq(4.0 / 4), DoubleEq(4.0 / 4)));
}

TEST(WeightsTest, LevelsAreFiveEqualBands) {
  Features features = features_of({"a", "b", "c", "d", "e", "f"});
  features.weights = {0, 0.99, 1, 2.5, 4, 5};
  weigh_in_levels(features);
  EXPECT_THAT(features.weights, ElementsAre(1, 1, 2, 3, 5, 5));
}

TEST(WeightsTest, EqualWeightsAreAllOnTheLowestLevel) {
  Features features = features_of({"a", "b"});
  features.weights = {7, 7};
  weigh_in_levels(features);
  EXPECT_THAT(features.weights, ElementsAre(1, 1));
}

TEST(WeightsTest, HeaviestComeFirstAndTiesKeepTheirOrder) {
  Features features = features_of({"a", "b", "c", "d"});
  features.weights = {1, 3, 1, 3};
  keep_heaviest(features, 3);
  EXPECT_THAT(texts_of(features), ElementsAre("b", "d", "a"));
  EXPECT_THAT(features.weights, ElementsAre(3, 3, 1));
}

}  // namespace
}  // namespace neardup::internal
