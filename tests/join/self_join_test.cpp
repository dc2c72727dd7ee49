// self_join against the comparison of every pair, on every kind of set, for every distance, block count and
// method.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "neardup/join/hamming/join_plan.h"
#include "neardup/join/hamming/near_pairs.h"
#include "neardup/simd/word_bits.h"
#include "neardup/util/error.h"
#include "neardup/util/hamming_ball.h"
#include "tests/join/fingerprint_sets.h"
#include "tests/join/stop_after.h"
#include "tests/reference/near_pairs.h"
#include "tests/simd/every_target.h"

namespace neardup::internal {
namespace {

template <typename Word>
class SelfJoinTest : public testing::Test {
 public:
  static constexpr int kWidth = static_cast<int>(sizeof(Word)) * 8;
  static constexpr int kMaxDistance = kWidth == 64 ? 16 : 32;

  static std::vector<NearPair> join(const std::vector<Word>& words, const JoinOptions& options) {
    return self_join(std::span<const Word>(words), options).pairs;
  }
  static std::vector<NearPair> expected(const std::vector<Word>& words, int max_distance,
                                        EqualPairs equal = EqualPairs::star) {
    return reference::self_pairs(std::span<const Word>(words), max_distance, equal);
  }
};

using Widths = testing::Types<std::uint64_t, Bits128>;
TYPED_TEST_SUITE(SelfJoinTest, Widths);

TYPED_TEST(SelfJoinTest, EqualsTheComparisonOfAllPairsForEveryDistanceMethodAndBlockCount) {
  for (int distance = 0; distance <= TestFixture::kMaxDistance; ++distance) {
    // So many that blocks have keys: of fewer words all are compared, however many blocks are asked for.
    for (const auto& set : all_kinds<TypeParam>(400, distance, 7 + static_cast<unsigned>(distance))) {
      const std::vector<NearPair> expected = TestFixture::expected(set.words, distance);
      for (const int blocks : {0, 1, 2, 5, distance + 1, distance + 2}) {
        for (const JoinMethod method : {JoinMethod::tables, JoinMethod::scan}) {
          if (method == JoinMethod::tables && blocks != 0 && blocks <= distance) continue;
          const JoinOptions options{
              .max_distance = distance, .threads = 1, .method = method, .blocks = blocks};
          EXPECT_EQ(TestFixture::join(set.words, options), expected)
              << set.name << ", distance " << distance << ", blocks " << blocks << ", method "
              << static_cast<int>(method);
        }
      }
    }
  }
}

TYPED_TEST(SelfJoinTest, EqualsTheComparisonOfAllPairsOnLargerSets) {
  for (const int distance : {0, 1, 3, 5, 8}) {
    for (const auto& set : all_kinds<TypeParam>(1500, distance, 70 + static_cast<unsigned>(distance))) {
      const std::vector<NearPair> expected = TestFixture::expected(set.words, distance);
      for (const JoinMethod method : {JoinMethod::automatic, JoinMethod::tables, JoinMethod::scan}) {
        const JoinOptions options{.max_distance = distance, .threads = 2, .method = method};
        EXPECT_EQ(TestFixture::join(set.words, options), expected) << set.name << ", distance " << distance;
      }
    }
  }
}

TYPED_TEST(SelfJoinTest, FindsPlantedPairsOfALargeSetByEveryMethod) {
  SetMaker maker(3);
  auto words = maker.random_set<TypeParam>(200'000);
  std::vector<NearPair> planted;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const int distance = static_cast<int>(i % 4);
    words[199'999 - i] = maker.flipped(words[i], distance);
    planted.push_back({i, 199'999 - i, distance});
  }
  for (const JoinMethod method : {JoinMethod::tables, JoinMethod::scan}) {
    const auto pairs = TestFixture::join(words, {.max_distance = 3, .threads = 2, .method = method});
    EXPECT_EQ(pairs, planted);  // chance adds none among so few
  }
}

TYPED_TEST(SelfJoinTest, LosesNoWordWhereTheWorkIsDivided) {
  SetMaker maker(61);  // several chunks, and every word has one partner: itself with up to 3 other bits
  auto words = maker.random_set<TypeParam>(1'100'000);
  std::vector<NearPair> planted;
  for (std::uint32_t i = 0; i < words.size(); i += 2) {
    const int distance = static_cast<int>(i / 2 % 4);
    words[i + 1] = maker.flipped(words[i], distance);
    planted.push_back({i, i + 1, distance});
  }
  for (const int threads : {1, 2}) {
    const auto pairs = TestFixture::join(words, {.max_distance = 3, .threads = threads});
    EXPECT_TRUE(pairs == planted) << threads << " threads, " << pairs.size() << " pairs";
  }
}

TYPED_TEST(SelfJoinTest, ReportsEveryPairOfCopiesOnRequest) {
  for (const auto& set : all_kinds<TypeParam>(300, 3, 99)) {
    const std::span<const TypeParam> words(set.words);
    const NearPairs near = find_near_pairs(words, {.max_distance = 3, .threads = 2});
    for (const EqualPairs equal : {EqualPairs::star, EqualPairs::all}) {
      const std::vector<NearPair> expected = TestFixture::expected(set.words, 3, equal);
      EXPECT_EQ(near.collect(equal), expected) << set.name;
      EXPECT_EQ(near.count(equal), expected.size()) << set.name;
      EXPECT_EQ(TestFixture::join(set.words, {.max_distance = 3, .equal = equal}), expected) << set.name;
      std::vector<NearPair> through_sink;
      self_join(words, {.max_distance = 3, .equal = equal},
                [&](const NearPair& pair) { through_sink.push_back(pair); });
      EXPECT_EQ(through_sink, expected) << set.name;
    }
  }
}

TYPED_TEST(SelfJoinTest, ListsTheSamePairsToASinkWhenTheyDoNotFitIntoMemory) {
  for (const auto& set : all_kinds<TypeParam>(600, 5, 11)) {
    for (const EqualPairs equal : {EqualPairs::star, EqualPairs::all}) {
      const JoinOptions options{.max_distance = 5, .threads = 2, .equal = equal, .max_pairs = 10};
      std::vector<NearPair> listed;
      const JoinStats stats = self_join(std::span<const TypeParam>(set.words), options,
                                        [&](const NearPair& pair) { listed.push_back(pair); });
      EXPECT_EQ(listed, TestFixture::expected(set.words, 5, equal)) << set.name;
      EXPECT_FALSE(stats.overflowed);
    }
  }
}

TYPED_TEST(SelfJoinTest, GivesTheSameBytesForAnyNumberOfThreads) {
  SetMaker maker(17);
  auto words = maker.clustered<TypeParam>(20'000, 5);
  const auto more = maker.random_set<TypeParam>(1'000'000);
  words.insert(words.end(), more.begin(), more.end());
  const auto one = TestFixture::join(words, {.max_distance = 3, .threads = 1});
  EXPECT_GT(one.size(), 10'000U);
  for (const int threads : {2, 7}) {
    EXPECT_EQ(TestFixture::join(words, {.max_distance = 3, .threads = threads}), one) << threads;
  }
}

TYPED_TEST(SelfJoinTest, GivesTheSameBytesOnEveryTarget) {
  for (const auto& set : all_kinds<TypeParam>(1200, 4, 5)) {
    const std::vector<NearPair> expected = TestFixture::expected(set.words, 4);
    on_every_target([&] {
      for (const JoinMethod method : {JoinMethod::tables, JoinMethod::scan}) {
        EXPECT_EQ(TestFixture::join(set.words, {.max_distance = 4, .threads = 1, .method = method}), expected)
            << set.name;
      }
    });
  }
}

TYPED_TEST(SelfJoinTest, FindsAPairAtExactlyTheDistanceAndNoneBeyond) {
  SetMaker maker(23);
  for (int distance = 0; distance <= TestFixture::kMaxDistance; ++distance) {
    for (int attempt = 0; attempt < 20; ++attempt) {
      const TypeParam word = maker.random_word<TypeParam>();
      const std::vector<TypeParam> words{word, maker.flipped(word, distance + 1),
                                         maker.flipped(word, distance)};
      const auto pairs = TestFixture::join(words, {.max_distance = distance, .threads = 1});
      EXPECT_TRUE(std::find(pairs.begin(), pairs.end(), NearPair{0, 2, distance}) != pairs.end());
      EXPECT_TRUE(std::none_of(pairs.begin(), pairs.end(), [&](const NearPair& pair) {
        return pair.distance > distance || (pair.first == 0 && pair.second == 1);
      }));
    }
  }
}

TYPED_TEST(SelfJoinTest, AnswersTinySets) {
  const std::vector<TypeParam> none;
  EXPECT_TRUE(TestFixture::join(none, {}).empty());
  const std::vector<TypeParam> one(1);
  EXPECT_TRUE(TestFixture::join(one, {}).empty());
  const std::vector<TypeParam> two(2);
  EXPECT_EQ(TestFixture::join(two, {}), (std::vector<NearPair>{{0, 1, 0}}));
}

TYPED_TEST(SelfJoinTest, SplitsAFloodedBucketAndStaysExact) {
  SetMaker maker(31);  // more than tables take, all equal in the highest 16 bits: compared with the scan
  const auto words = maker.flood<TypeParam>(60'000, sizeof(TypeParam) * 8 - 16, 16);
  const auto tables =
      self_join(std::span<const TypeParam>(words), {.max_distance = 3, .method = JoinMethod::tables});
  const auto scanned = self_join(std::span<const TypeParam>(words),
                                 {.max_distance = 3, .method = JoinMethod::scan, .blocks = 1});
  EXPECT_GT(tables.stats.oversized_buckets, 0U);
  EXPECT_GT(tables.pairs.size(), 50'000U);
  EXPECT_EQ(tables.pairs, scanned.pairs);
}

TYPED_TEST(SelfJoinTest, FindsAllNeighboursInADenseBallWithoutComparingAllPairs) {
  SetMaker maker(37);
  constexpr int kRadius = TestFixture::kWidth == 64 ? 4 : 3;
  const auto words = maker.full_ball<TypeParam>(kRadius);
  const JoinResult result =
      self_join(std::span<const TypeParam>(words), {.max_distance = 1, .method = JoinMethod::tables});
  // A word at distance w of the centre has w neighbours at distance w - 1; there are no others. Pairs are
  // near, in order and so different: as many as there should be are all that there are.
  double expected = 0;
  for (int w = 1; w <= kRadius; ++w) {
    expected += w * (ball_size(TestFixture::kWidth, w) - ball_size(TestFixture::kWidth, w - 1));
  }
  EXPECT_EQ(static_cast<double>(result.pairs.size()), expected);
  EXPECT_EQ(std::adjacent_find(result.pairs.begin(), result.pairs.end(), std::greater_equal<>()),
            result.pairs.end());
  EXPECT_TRUE(std::all_of(result.pairs.begin(), result.pairs.end(), [&](const NearPair& pair) {
    return pair.distance == 1 && reference::distance_of(words[pair.first], words[pair.second]) == 1;
  }));
  EXPECT_LT(result.stats.candidates, 200 * (result.pairs.size() + words.size()));
}

TYPED_TEST(SelfJoinTest, TakesCopiesInLinearTime) {
  const std::vector<TypeParam> words(1'000'000, TypeParam{});
  const JoinResult result =
      self_join(std::span<const TypeParam>(words), {.max_distance = 3, .method = JoinMethod::tables});
  EXPECT_EQ(result.pairs.size(), 999'999U);
  EXPECT_LT(result.stats.candidates, 10'000'000U);
}

TYPED_TEST(SelfJoinTest, ReportsProgressOnceAHundredthUpToOne) {
  SetMaker maker(41);
  const auto words = maker.random_set<TypeParam>(300'000);
  for (const JoinMethod method : {JoinMethod::tables, JoinMethod::scan}) {
    std::vector<double> shares;
    JoinOptions options{.max_distance = 3, .threads = 1, .method = method};
    options.progress = [&](double share) { shares.push_back(share); };
    TestFixture::join(words, options);
    ASSERT_GT(shares.size(), 30U);
    EXPECT_GT(shares[shares.size() - 2], 0.9);
    for (std::size_t i = 1; i < shares.size(); ++i) EXPECT_GE(shares[i], shares[i - 1] + 0.0099);
    EXPECT_EQ(shares.back(), 1);
  }
}

TYPED_TEST(SelfJoinTest, StopsWhenAsked) {
  SetMaker maker(43);
  const auto words = maker.clustered<TypeParam>(300'000, 3);
  expect_that_it_stops(
      [&](const JoinOptions& options) { return self_join(std::span<const TypeParam>(words), options); });
}

TYPED_TEST(SelfJoinTest, RefusesOptionsOutOfRange) {
  const std::vector<TypeParam> words(3);
  EXPECT_THROW(TestFixture::join(words, {.max_distance = -1}), Error);
  EXPECT_THROW(TestFixture::join(words, {.max_distance = TestFixture::kMaxDistance + 1}), Error);
  EXPECT_THROW(TestFixture::join(words, {.threads = -1}), Error);
  EXPECT_THROW(TestFixture::join(words, {.blocks = -1}), Error);
  EXPECT_THROW(TestFixture::join(words, {.blocks = TestFixture::kWidth / 2 + 1}), Error);
  EXPECT_THROW(TestFixture::join(words, {.max_distance = 3, .method = JoinMethod::tables, .blocks = 3}),
               Error);
}

/// A ball around one fingerprint, and copies: the join gives up exactly when there are more pairs than it may
/// hold.
TYPED_TEST(SelfJoinTest, GivesUpAboveTheMostPairsAndStillKnowsTheCopies) {
  std::vector<TypeParam> words;
  for (std::uint64_t i = 0; i < 60; ++i) words.push_back(simd::rotate_up(TypeParam{1}, static_cast<int>(i)));
  for (std::size_t i = 0; i < 5; ++i) words.push_back(words[i]);
  const std::span<const TypeParam> all(words);
  constexpr std::uint64_t kPairs = 60 * 59 / 2;
  for (const JoinMethod method : {JoinMethod::tables, JoinMethod::scan}) {
    for (const int threads : {1, 3}) {
      JoinOptions options{.max_distance = 2, .threads = threads, .method = method, .max_pairs = kPairs};
      const NearPairs complete = find_near_pairs(all, options);
      EXPECT_FALSE(complete.stats().overflowed);
      EXPECT_EQ(complete.parts().near.size(), kPairs);
      options.max_pairs = kPairs - 1;
      const NearPairs overflowed = find_near_pairs(all, options);
      EXPECT_TRUE(overflowed.stats().overflowed);
      EXPECT_TRUE(overflowed.parts().near.empty());
      EXPECT_EQ(overflowed.parts().copies, complete.parts().copies);
      EXPECT_EQ(overflowed.parts().copies.size(), 5U);
    }
  }
}

TEST(JoinPlanTest, RadiiSumUpToTheDistance) {
  for (const int width : {64, 128}) {
    for (int distance = 0; distance <= width / 4; ++distance) {
      for (int blocks = 1; blocks <= distance + 1; ++blocks) {
        const JoinPlan plan = plan_join(
            width, 10'000'000, {.max_distance = distance, .method = JoinMethod::scan, .blocks = blocks});
        int sum = 0;
        for (const JoinBlock& block : plan.blocks) sum += block.radius + 1;
        EXPECT_EQ(sum, distance + 1) << width << " " << distance << " " << blocks;
      }
    }
  }
}

TEST(JoinPlanTest, PrefersTablesForSmallDistancesAndComparesSmallSetsCompletely) {
  EXPECT_EQ(plan_join(64, 10'000'000, {.max_distance = 3}).method, JoinMethod::tables);
  EXPECT_EQ(plan_join(64, 10'000'000, {.max_distance = 7}).method, JoinMethod::scan);
  EXPECT_EQ(explain(plan_join(64, 150, {.max_distance = 3})).substr(0, 18), "all pairs compared");
  EXPECT_NE(explain(plan_join(64, 10'000'000, {.max_distance = 7})).find("radius 1"), std::string::npos);
}

}  // namespace
}  // namespace neardup::internal
