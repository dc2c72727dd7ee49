// The exact join against the comparison of every pair, on every kind of set.
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "neardup/join/similarity/similarity_join.h"
#include "neardup/sketch/overlap_bound.h"
#include "neardup/util/error.h"
#include "tests/join/shingle_sets.h"
#include "tests/reference/similar_pairs.h"

namespace neardup::internal {
namespace {

std::vector<SimilarPair> join(const ShingleLists& lists, const SimilarityOptions& options,
                              EqualPairs equal = EqualPairs::star) {
  return exact_join(summaries_of(lists), copying_source_of(lists), options).collect(equal);
}

TEST(OverlapBoundTest, AgreesWithTheDivisionForAllSmallSizes) {
  for (const double similarity : {0.2, 0.3, 0.5, 0.6, 2.0 / 3, 0.7, 0.8, 0.9, 1.0}) {
    for (std::size_t a = 1; a <= 60; ++a) {
      std::size_t least_partner = 0;
      while (static_cast<double>(least_partner) / static_cast<double>(a) < similarity) ++least_partner;
      EXPECT_EQ(least_size(a, similarity), least_partner);
      for (std::size_t b = a; b <= 60; ++b) {
        std::size_t least = 0;
        while (static_cast<double>(least) / static_cast<double>(a + b - least) < similarity) ++least;
        EXPECT_EQ(least_overlap(a, b, similarity), least) << a << ' ' << b << ' ' << similarity;
        EXPECT_EQ(sizes_allow(a, b, similarity), least <= a) << a << ' ' << b << ' ' << similarity;
      }
    }
  }
}

TEST(ExactJoinTest, EqualsTheComparisonOfAllPairsOnEveryKindOfSet) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    for (const NamedSets& sets : all_kinds_of_sets(120, seed)) {
      for (const double similarity : {0.2, 0.35, 0.5, 0.6, 0.75, 0.8, 0.9, 1.0}) {
        const SimilarityOptions options{.min_similarity = similarity, .threads = 1};
        for (const EqualPairs equal : {EqualPairs::star, EqualPairs::all}) {
          EXPECT_EQ(join(sets.lists, options, equal), reference::similar_pairs(sets.lists, options, equal))
              << sets.name << ", similarity " << similarity << ", seed " << seed;
        }
      }
    }
  }
}

TEST(ExactJoinTest, EqualsTheComparisonOfAllPairsOnManySmallSets) {
  // Every subset of six shingles: all overlaps of all sizes.
  ShingleLists lists;
  for (unsigned subset = 0; subset < 64; ++subset) {
    lists.emplace_back();
    for (unsigned i = 0; i < 6; ++i) {
      if ((subset >> i & 1) != 0) lists.back().push_back(ShingleSetMaker::hash(i));
    }
  }
  for (int percent = 20; percent <= 100; ++percent) {
    const SimilarityOptions options{.min_similarity = percent / 100.0, .threads = 1};
    EXPECT_EQ(join(lists, options), reference::similar_pairs(lists, options, EqualPairs::star)) << percent;
  }
}

TEST(ExactJoinTest, ComparesOnlyInsideACompartment) {
  const ShingleLists lists = ordinary_sets(300, 5);
  std::vector<std::uint32_t> compartments(lists.size());
  for (std::size_t i = 0; i < lists.size(); ++i) compartments[i] = static_cast<std::uint32_t>(i % 3);
  const SimilarityOptions options{.min_similarity = 0.5, .threads = 1, .compartments = compartments};
  for (const EqualPairs equal : {EqualPairs::star, EqualPairs::all}) {
    EXPECT_EQ(join(lists, options, equal), reference::similar_pairs(lists, options, equal));
  }
}

TEST(ExactJoinTest, LeavesPairsOfReferenceDocumentsOut) {
  const ShingleLists lists = ordinary_sets(300, 6);
  for (const std::uint32_t reference : {1U, 100U, 250U, 300U}) {
    const SimilarityOptions options{.min_similarity = 0.5, .threads = 1, .reference_documents = reference};
    EXPECT_EQ(join(lists, options, EqualPairs::all),
              reference::similar_pairs(lists, options, EqualPairs::all))
        << reference;
  }
}

TEST(ExactJoinTest, CountsWhatItWouldUnfold) {
  const ShingleLists lists = ordinary_sets(300, 7);
  const SimilarPairs pairs =
      exact_join(summaries_of(lists), source_of(lists), {.min_similarity = 0.5, .threads = 1});
  for (const EqualPairs equal : {EqualPairs::star, EqualPairs::all}) {
    EXPECT_EQ(pairs.count(equal), pairs.collect(equal).size());
  }
  EXPECT_GT(pairs.stats().copies, 0U);
  EXPECT_GT(pairs.stats().without_shingles, 0U);
}

TEST(ExactJoinTest, GivesTheSameAnswerForAnyNumberOfThreadsAndAnyMemory) {
  const ShingleLists lists = ordinary_sets(9000, 8);
  const std::vector<SimilarPair> one = join(lists, {.min_similarity = 0.6, .threads = 1});
  EXPECT_GT(one.size(), 2000U);
  EXPECT_EQ(join(lists, {.min_similarity = 0.6, .threads = 3}), one);
  EXPECT_EQ(join(lists, {.min_similarity = 0.6, .threads = 2, .candidate_bytes = 1000}), one);
}

TEST(ExactJoinTest, FindsNothingWhenStopped) {
  const ShingleLists lists = ordinary_sets(300, 9);
  std::stop_source stop;
  stop.request_stop();
  const SimilarPairs pairs =
      exact_join(summaries_of(lists), source_of(lists), {.threads = 1, .stop = stop.get_token()});
  EXPECT_TRUE(pairs.stats().stopped);
  EXPECT_EQ(pairs.count(EqualPairs::star), 0U);
}

TEST(ExactJoinTest, RefusesOptionsOutOfRange) {
  const ShingleLists lists = ordinary_sets(10, 9);
  const std::vector<std::uint32_t> too_few(3);
  EXPECT_THROW(static_cast<void>(join(lists, {.min_similarity = 0.19})), Error);
  EXPECT_THROW(static_cast<void>(join(lists, {.min_similarity = 1.01})), Error);
  EXPECT_THROW(static_cast<void>(join(lists, {.compartments = too_few})), Error);
}

}  // namespace
}  // namespace neardup::internal
