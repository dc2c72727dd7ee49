#include "neardup/sketch/sketch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <vector>

#include "neardup/sketch/sketch_table.h"
#include "neardup/util/error.h"

namespace neardup::internal {
namespace {

std::vector<std::uint64_t> random_shingles(std::size_t size, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> shingles(size);
  for (std::uint64_t& shingle : shingles) shingle = random();
  return shingles;
}

std::vector<std::uint32_t> keys_of(const Sketcher& sketcher, std::span<const std::uint64_t> shingles) {
  std::vector<std::uint32_t> keys(static_cast<std::size_t>(sketcher.plan().bands));
  sketcher.band_keys(shingles, keys);
  return keys;
}

TEST(SketchPlanTest, IsTheMeasuredOneAtTheAnchors) {
  EXPECT_EQ(plan_sketch(0.9), (SketchPlan{9, 5, 2}));
  EXPECT_EQ(plan_sketch(0.8), (SketchPlan{16, 4, 2}));
  EXPECT_EQ(plan_sketch(0.7), (SketchPlan{19, 3, 2}));
  EXPECT_EQ(plan_sketch(0.6), (SketchPlan{32, 3, 2}));
  EXPECT_EQ(plan_sketch(0.5), (SketchPlan{42, 3, 1}));
}

TEST(SketchPlanTest, PromisesTheSameRecallInBetweenWithNoMoreBands) {
  for (int thousandth = 500; thousandth <= 1000; ++thousandth) {
    const double similarity = thousandth / 1000.0;
    const SketchPlan plan = plan_sketch(similarity);
    EXPECT_GE(expected_recall(plan, similarity), 0.9954) << similarity;
    EXPECT_LE(plan.hashes(), 126) << similarity;
    EXPECT_LE(plan.bands, plan_sketch(std::floor(similarity * 10 + 1e-9) / 10).bands) << similarity;
  }
}

TEST(SketchPlanTest, RefusesWhatBandsCannotFind) {
  EXPECT_THROW(static_cast<void>(plan_sketch(0.49)), Error);
  EXPECT_THROW(static_cast<void>(plan_sketch(1.01)), Error);
  EXPECT_THROW(static_cast<void>(plan_sketch(std::nan(""))), Error);
}

TEST(SketchPlanTest, ExpectsWhatCountingAllOutcomesGives) {
  const SketchPlan two{.bands = 3, .rows = 2, .equal_bands = 2};
  const double equal = 0.7 * 0.7;
  EXPECT_NEAR(expected_recall(two, 0.7), 3 * equal * equal * (1 - equal) + equal * equal * equal, 1e-12);
  const SketchPlan one{.bands = 2, .rows = 1, .equal_bands = 1};
  EXPECT_NEAR(expected_recall(one, 0.5), 0.75, 1e-12);
}

TEST(SketchTest, DoesNotDependOnTheOrderOfTheShingles) {
  const Sketcher sketcher(plan_sketch(0.8));
  std::vector<std::uint64_t> shingles = random_shingles(100, 1);
  const auto keys = keys_of(sketcher, shingles);
  const std::uint64_t digest = set_digest(shingles);
  std::ranges::reverse(shingles);
  EXPECT_EQ(keys_of(sketcher, shingles), keys);
  EXPECT_EQ(set_digest(shingles), digest);
  shingles.back() ^= 1;
  EXPECT_NE(set_digest(shingles), digest);
}

TEST(SketchTest, TakesOtherFunctionsForAnotherSeed) {
  const std::vector<std::uint64_t> shingles = random_shingles(100, 2);
  EXPECT_NE(keys_of(Sketcher(plan_sketch(0.8), 1), shingles),
            keys_of(Sketcher(plan_sketch(0.8), 2), shingles));
}

/// Stored sketches must stay comparable: a change here needs a new version of whatever stores them.
TEST(SketchTest, HasPinnedKeys) {
  const std::vector<std::uint64_t> shingles = {0x0123456789ABCDEF, 0xFEDCBA9876543210, 0x9E3779B97F4A7C15};
  const Sketcher sketcher({.bands = 2, .rows = 4, .equal_bands = 1});
  EXPECT_EQ(keys_of(sketcher, shingles), (std::vector<std::uint32_t>{560175369, 4103924696}));
}

/// Sets with half of their union in common: each band is equal with probability 2^-3, and bands are
/// independent enough that the number of equal ones is spread like a binomial.
TEST(SketchTest, AgreesInAsManyBandsAsTheSimilaritySays) {
  const Sketcher sketcher({.bands = 42, .rows = 3, .equal_bands = 1});
  constexpr int kPairs = 3000;
  double sum = 0;
  double squares = 0;
  for (int pair = 0; pair < kPairs; ++pair) {
    const auto shingles = random_shingles(120, 100 + static_cast<std::uint64_t>(pair));
    const auto a = keys_of(sketcher, std::span(shingles).first(90));
    const auto b = keys_of(sketcher, std::span(shingles).subspan(30));
    int equal = 0;
    for (std::size_t i = 0; i < a.size(); ++i) equal += a[i] == b[i] ? 1 : 0;
    sum += equal;
    squares += static_cast<double>(equal) * equal;
  }
  const double mean = sum / kPairs;
  EXPECT_NEAR(mean, 42 * 0.125, 0.12);
  EXPECT_NEAR(squares / kPairs - mean * mean, 42 * 0.125 * 0.875, 0.4);
}

TEST(SketchTableTest, KeepsWhatWasAddedInOrderAcrossChunks) {
  const Sketcher sketcher(plan_sketch(0.9));
  SketchTable table(sketcher.plan());
  SketchTable batch(sketcher.plan());
  constexpr std::size_t kDocuments = 40'000;
  const std::vector<std::uint64_t> all = random_shingles(kDocuments + 5, 3);
  const auto set = [&](std::size_t i) { return std::span(all).subspan(i, i % 5); };
  for (std::size_t i = 0; i < kDocuments; ++i) {
    SketchTable& target = i < 20'000 ? table : batch;
    target.add(set(i), sketcher);
  }
  table.append(batch);
  ASSERT_EQ(table.size(), kDocuments);
  for (std::size_t i = 0; i < kDocuments; i += 7) {
    const auto keys = keys_of(sketcher, set(i));
    EXPECT_TRUE(std::equal(keys.begin(), keys.end(), table.keys(i))) << i;
    EXPECT_EQ(table.shingles(i), i % 5);
    EXPECT_EQ(table.digest(i), set_digest(set(i)));
  }
}

}  // namespace
}  // namespace neardup::internal
