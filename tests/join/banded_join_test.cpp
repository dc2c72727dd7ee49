// The banded join against the exact one: never a wrong pair, and as many right ones as the formula promises.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "neardup/join/similarity/similarity_join.h"
#include "neardup/util/error.h"
#include "tests/join/shingle_sets.h"

namespace neardup::internal {
namespace {

SimilarPairs join(const ShingleLists& lists, const SimilarityOptions& options, std::uint64_t seed = 0) {
  return banded_join(sketches_of(lists, options.min_similarity, seed), copying_source_of(lists), options);
}

SimilarPairs exact(const ShingleLists& lists, const SimilarityOptions& options) {
  return exact_join(summaries_of(lists), source_of(lists), options);
}

bool is_subset(std::span<const SimilarPair> some, std::span<const SimilarPair> all) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

/// Pairs that differ in banding by 20 seeds, as a share of all.
double mean_recall(const ShingleLists& lists, double similarity) {
  const SimilarityOptions options{.min_similarity = similarity, .threads = 1};
  const SimilarPairs expected = exact(lists, options);
  std::size_t found = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const SimilarPairs pairs = join(lists, options, seed);
    EXPECT_TRUE(is_subset(pairs.parts().near, expected.parts().near))
        << "similarity " << similarity << ", seed " << seed;
    EXPECT_TRUE(std::ranges::equal(pairs.parts().copies, expected.parts().copies));
    found += pairs.parts().near.size();
  }
  return static_cast<double>(found) / (20.0 * static_cast<double>(expected.parts().near.size()));
}

TEST(BandedJoinTest, FindsNothingWrongAndNearlyEverythingRight) {
  const ShingleLists lists = ordinary_sets(2000, 11);
  for (const double similarity : {0.5, 0.55, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95}) {
    EXPECT_GE(mean_recall(lists, similarity), 0.995) << similarity;
  }
}

TEST(BandedJoinTest, FindsNothingWrongOnEveryKindOfSet) {
  for (const NamedSets& sets : all_kinds_of_sets(150, 12)) {
    for (const double similarity : {0.5, 0.6, 0.8, 0.9, 1.0}) {
      const SimilarityOptions options{.min_similarity = similarity, .threads = 1};
      const SimilarPairs pairs = join(sets.lists, options);
      const SimilarPairs expected = exact(sets.lists, options);
      EXPECT_TRUE(is_subset(pairs.parts().near, expected.parts().near))
          << sets.name << ", similarity " << similarity;
      EXPECT_TRUE(std::ranges::equal(pairs.parts().copies, expected.parts().copies)) << sets.name;
      EXPECT_GE(static_cast<double>(pairs.parts().near.size()) + 2,
                0.99 * static_cast<double>(expected.parts().near.size()))
          << sets.name << ", similarity " << similarity;
    }
  }
}

/// The share of pairs with exactly this similarity that become candidates is what the plan says.
TEST(BandedJoinTest, FindsPairsOfAGivenSimilarityAsOftenAsExpected) {
  ShingleSetMaker maker(13);
  constexpr std::size_t kPairs = 4000;
  for (const double similarity : {0.5, 0.6, 0.8, 0.9}) {
    ShingleLists lists;
    for (std::size_t i = 0; i < kPairs; ++i) {  // 2 sets with 180 of 180 + 2 * own shingles in common
      const auto own = static_cast<std::size_t>((180 / similarity - 180) / 2 + 0.01);
      std::vector<std::uint64_t> common;
      while (common.size() < 180) common.push_back(maker.unique());
      for (int copy = 0; copy < 2; ++copy) {
        lists.push_back(common);
        for (std::size_t j = 0; j < own; ++j) lists.back().push_back(maker.unique());
      }
    }
    const SimilarPairs pairs = join(lists, {.min_similarity = similarity, .threads = 1});
    const double recall = static_cast<double>(pairs.parts().near.size()) / kPairs;
    EXPECT_NEAR(recall, pairs.stats().expected_recall, 0.004) << similarity;
    EXPECT_GE(pairs.stats().expected_recall, 0.9954) << similarity;
  }
}

TEST(BandedJoinTest, DoesNotComparePairByPairWhatSharesATemplate) {
  constexpr std::size_t kDocuments = 10'000;
  for (const auto& [similarity, share] : {std::pair(0.8, 0.5), std::pair(0.5, 0.4)}) {
    ShingleLists lists = template_sets(kDocuments, share, 14);
    lists.push_back(lists[5]);
    lists.back().back() = ShingleSetMaker::hash(77);
    const SimilarPairs pairs = join(lists, {.min_similarity = similarity, .threads = 2});
    ASSERT_EQ(pairs.parts().near.size(), 1U) << similarity;
    EXPECT_EQ(pairs.parts().near[0].first, 5U);
    EXPECT_EQ(pairs.parts().near[0].second, kDocuments);
    EXPECT_LT(pairs.stats().candidates, 50 * kDocuments) << similarity;
  }
}

TEST(BandedJoinTest, FindsThePairsOfADenseClusterThatIsCrowded) {
  const ShingleLists lists = template_sets(600, 0.95, 15);
  const SimilarityOptions options{.min_similarity = 0.8, .threads = 2};
  const SimilarPairs pairs = join(lists, options);
  EXPECT_GT(pairs.stats().crowded, 300U);
  EXPECT_GE(pairs.parts().near.size() + 20, exact(lists, options).parts().near.size());
}

TEST(BandedJoinTest, ComparesOnlyInsideACompartmentAndNotTheReference) {
  const ShingleLists lists = ordinary_sets(3000, 16);
  std::vector<std::uint32_t> compartments(lists.size());
  for (std::size_t i = 0; i < lists.size(); ++i) compartments[i] = static_cast<std::uint32_t>(i % 2);
  const SimilarityOptions options{
      .min_similarity = 0.8, .threads = 1, .compartments = compartments, .reference_documents = 1000};
  const std::vector<SimilarPair> expected = exact(lists, options).collect(EqualPairs::all);
  const std::vector<SimilarPair> pairs = join(lists, options).collect(EqualPairs::all);
  EXPECT_TRUE(is_subset(pairs, expected));
  EXPECT_GE(static_cast<double>(pairs.size()), 0.99 * static_cast<double>(expected.size()));
}

TEST(BandedJoinTest, GivesTheSameAnswerForAnyNumberOfThreadsAndAnyMemory) {
  ShingleLists lists = ordinary_sets(20'000, 17);
  const ShingleLists crowd = template_sets(500, 0.95, 18);
  lists.insert(lists.end(), crowd.begin(), crowd.end());
  const SimilarPairs one = join(lists, {.threads = 1});
  for (const int threads : {2, 3}) {
    for (const std::size_t bytes : {std::size_t{100'000}, std::size_t{256} << 20}) {
      const SimilarPairs pairs = join(lists, {.threads = threads, .candidate_bytes = bytes});
      EXPECT_EQ(pairs.collect(EqualPairs::star), one.collect(EqualPairs::star));
    }
  }
}

TEST(BandedJoinTest, TellsProgressAndStops) {
  const ShingleLists lists = ordinary_sets(3000, 19);
  std::vector<double> told;
  static_cast<void>(
      join(lists, {.threads = 1, .progress = [&told](double share) { told.push_back(share); }}));
  ASSERT_FALSE(told.empty());
  EXPECT_TRUE(std::ranges::is_sorted(told));
  EXPECT_EQ(told.back(), 1);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_TRUE(join(lists, {.threads = 1, .stop = stop.get_token()}).stats().stopped);
}

TEST(BandedJoinTest, RefusesASimilarityThatBandsCannotFind) {
  const ShingleLists lists = ordinary_sets(10, 20);
  const SketchTable sketches = sketches_of(lists, 0.8);
  EXPECT_THROW(static_cast<void>(banded_join(sketches, source_of(lists), {.min_similarity = 0.49})), Error);
}

}  // namespace
}  // namespace neardup::internal
