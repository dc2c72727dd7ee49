#include "neardup/features/measures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

#include "neardup/features/features.h"

namespace neardup::internal {
namespace {

Features features_of(const std::vector<std::string>& words, const std::vector<double>& weights = {}) {
  Features features;
  for (const std::string& word : words) features.append(word);
  features.weights = weights;
  return features;
}

/// The definitions, word for word.
Overlap slow_overlap(const Features& a, const Features& b) {
  std::map<std::string, std::pair<double, double>> sums;
  std::set<std::string> left;
  std::set<std::string> right;
  for (std::size_t i = 0; i < a.size(); ++i) {
    left.emplace(a[i]);
    sums[std::string(a[i])].first += a.weights.empty() ? 1 : a.weights[i];
  }
  for (std::size_t i = 0; i < b.size(); ++i) {
    right.emplace(b[i]);
    sums[std::string(b[i])].second += b.weights.empty() ? 1 : b.weights[i];
  }
  Overlap result;
  double product = 0;
  double left_square = 0;
  double right_square = 0;
  double difference = 0;
  for (const auto& [word, weight] : sums) {
    result.common += left.contains(word) && right.contains(word) ? 1 : 0;
    product += weight.first * weight.second;
    left_square += weight.first * weight.first;
    right_square += weight.second * weight.second;
    difference += (weight.first - weight.second) * (weight.first - weight.second);
  }
  result.all = sums.size();
  const auto common = static_cast<double>(result.common);
  if (result.all > 0) result.jaccard = common / static_cast<double>(result.all);
  const std::size_t smaller = std::min(left.size(), right.size());
  if (smaller > 0) result.containment = common / static_cast<double>(smaller);
  if (left_square > 0 && right_square > 0) result.cosine = product / std::sqrt(left_square * right_square);
  result.euclidean = std::sqrt(difference);
  return result;
}

void expect_same(const Overlap& fast, const Overlap& slow) {
  EXPECT_EQ(fast.common, slow.common);
  EXPECT_EQ(fast.all, slow.all);
  EXPECT_DOUBLE_EQ(fast.jaccard, slow.jaccard);
  EXPECT_DOUBLE_EQ(fast.containment, slow.containment);
  EXPECT_NEAR(fast.cosine, slow.cosine, 1e-12);
  EXPECT_NEAR(fast.euclidean, slow.euclidean, 1e-9);
}

TEST(MeasuresTest, EqualListsAreOneAndDisjointOnesZero) {
  const Features a = features_of({"x", "y"});
  EXPECT_DOUBLE_EQ(overlap(a, a).jaccard, 1);
  EXPECT_DOUBLE_EQ(overlap(a, a).cosine, 1);
  EXPECT_DOUBLE_EQ(overlap(a, a).euclidean, 0);
  const Features b = features_of({"z"});
  EXPECT_DOUBLE_EQ(overlap(a, b).jaccard, 0);
  EXPECT_DOUBLE_EQ(overlap(a, b).cosine, 0);
}

TEST(MeasuresTest, EmptyListsShareNothing) {
  const Overlap result = overlap({}, {});
  EXPECT_DOUBLE_EQ(result.jaccard, 0);
  EXPECT_DOUBLE_EQ(result.containment, 0);
  EXPECT_DOUBLE_EQ(result.cosine, 0);
}

TEST(MeasuresTest, ContainmentIsOneForAnExcerpt) {
  EXPECT_DOUBLE_EQ(overlap(features_of({"b", "c"}), features_of({"a", "b", "c", "d"})).containment, 1);
}

TEST(MeasuresTest, AgreesWithTheDefinitionsOnRandomLists) {
  std::mt19937 random(7);
  const std::vector<std::string> words = {"a", "b", "ab", "北京", "上海", "", "abc"};
  for (int round = 0; round < 2000; ++round) {
    Features lists[2];
    for (Features& list : lists) {
      const std::size_t size = random() % 12;
      for (std::size_t i = 0; i < size; ++i) list.append(words[random() % words.size()]);
      if (random() % 2 == 0) {
        for (std::size_t i = 0; i < size; ++i)
          list.weights.push_back(static_cast<double>(random() % 100) / 8);
      }
    }
    expect_same(overlap(lists[0], lists[1]), slow_overlap(lists[0], lists[1]));
  }
}

}  // namespace
}  // namespace neardup::internal
