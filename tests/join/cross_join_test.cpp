// cross_join against the comparison of every new with every reference fingerprint.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <stop_token>
#include <thread>
#include <vector>

#include "neardup/join/hamming/near_pairs.h"
#include "neardup/join/hamming/new_pairs.h"
#include "neardup/util/error.h"
#include "tests/join/fingerprint_sets.h"
#include "tests/join/stop_after.h"
#include "tests/reference/near_pairs.h"

namespace neardup::internal {
namespace {

template <typename Word>
class CrossJoinTest : public testing::Test {};

using Widths = testing::Types<std::uint64_t, Bits128>;
TYPED_TEST_SUITE(CrossJoinTest, Widths);

TYPED_TEST(CrossJoinTest, EqualsTheComparisonOfAllPairs) {
  constexpr int kMaxDistance = sizeof(TypeParam) == 8 ? 16 : 32;
  for (int distance = 0; distance <= kMaxDistance; ++distance) {
    for (const auto& set : all_kinds<TypeParam>(160, distance, 13 + static_cast<unsigned>(distance))) {
      const std::span<const TypeParam> words(set.words);
      const auto fresh = words.first(words.size() / 3);
      const auto archive = words.subspan(words.size() / 3);
      for (const EqualPairs equal : {EqualPairs::star, EqualPairs::all}) {
        const auto expected = reference::cross_pairs(fresh, archive, distance, equal);
        for (const JoinMethod method : {JoinMethod::tables, JoinMethod::scan}) {
          const JoinOptions options{.max_distance = distance, .threads = 2, .equal = equal, .method = method};
          EXPECT_EQ(cross_join(fresh, archive, options).pairs, expected)
              << set.name << ", distance " << distance;
        }
        EXPECT_EQ(find_cross_pairs(fresh, archive, {.max_distance = distance}).count(equal), expected.size());
      }
    }
  }
}

/// The reference is not compared with itself, and nothing else is missing.
TYPED_TEST(CrossJoinTest, NewPairsAreThoseOfASelfJoinWithoutPairsOfTheReference) {
  constexpr int kMaxDistance = sizeof(TypeParam) == 8 ? 16 : 32;
  for (int distance = 0; distance <= kMaxDistance; distance += 2) {
    for (const auto& set : all_kinds<TypeParam>(160, distance, 31 + static_cast<unsigned>(distance))) {
      const std::span<const TypeParam> words(set.words);
      for (const std::size_t reference : {std::size_t{0}, words.size() / 2, words.size()}) {
        for (const EqualPairs equal : {EqualPairs::star, EqualPairs::all}) {
          const auto is_old = [&](const NearPair& pair) { return pair.second < reference; };
          std::vector<NearPair> expected = reference::self_pairs(words, distance, equal);
          std::erase_if(expected, is_old);
          const NearPairs pairs =
              find_new_near_pairs(words, reference, {.max_distance = distance, .threads = 2});
          std::vector<NearPair> found = pairs.collect(equal);
          std::erase_if(found, is_old);
          EXPECT_EQ(found, expected) << set.name << ", distance " << distance << ", reference " << reference;
        }
      }
    }
  }
}

TYPED_TEST(CrossJoinTest, NewPairsGiveUpAboveTheirLimit) {
  const auto words = SetMaker(9).flood<TypeParam>(2000, 0, 8);
  const std::span<const TypeParam> all(words);
  const NearPairs pairs = find_new_near_pairs(all, 1000, {.max_distance = 8, .max_pairs = 10});
  EXPECT_TRUE(pairs.stats().overflowed);
  EXPECT_TRUE(pairs.parts().near.empty());
}

TYPED_TEST(CrossJoinTest, FindsNothingInAnEmptySet) {
  const std::vector<TypeParam> some(5);
  const std::span<const TypeParam> none;
  EXPECT_TRUE(cross_join(none, std::span<const TypeParam>(some)).pairs.empty());
  EXPECT_TRUE(cross_join(std::span<const TypeParam>(some), none).pairs.empty());
  EXPECT_TRUE(cross_join(none, none).pairs.empty());
}

TYPED_TEST(CrossJoinTest, SplitsAFloodedBucketAndStaysExact) {
  SetMaker maker(5);
  const auto words =
      maker.flood<TypeParam>(60'000, sizeof(TypeParam) * 2 - 16, 16);  // the top of the lowest block
  const auto fresh = std::span<const TypeParam>(words).first(30'000);
  const auto archive = std::span<const TypeParam>(words).subspan(30'000);
  const auto tables = cross_join(fresh, archive, {.max_distance = 3, .method = JoinMethod::tables});
  const auto scanned =
      cross_join(fresh, archive, {.max_distance = 3, .method = JoinMethod::scan, .blocks = 1});
  EXPECT_GT(tables.stats.oversized_buckets, 0U);
  EXPECT_EQ(tables.pairs, scanned.pairs);
  EXPECT_GT(tables.pairs.size(), 10'000U);
}

TYPED_TEST(CrossJoinTest, ReportsOnlyPairsBetweenTheSets) {
  const TypeParam word{};
  const std::vector<TypeParam> fresh{word, word};
  const std::vector<TypeParam> archive{word, word, word};
  const auto star = cross_join(std::span<const TypeParam>(fresh), std::span<const TypeParam>(archive));
  EXPECT_EQ(star.pairs, (std::vector<NearPair>{{0, 0, 0}, {1, 0, 0}}));
  const auto all = cross_join(std::span<const TypeParam>(fresh), std::span<const TypeParam>(archive),
                              {.equal = EqualPairs::all});
  EXPECT_EQ(all.pairs.size(), 6U);
}

TYPED_TEST(CrossJoinTest, ReportsProgressToTheCallingThreadUpToOne) {
  SetMaker maker(47);
  const auto words = maker.random_set<TypeParam>(300'000);
  const auto fresh = std::span<const TypeParam>(words).first(100'000);
  const auto archive = std::span<const TypeParam>(words).subspan(100'000);
  for (const JoinMethod method : {JoinMethod::tables, JoinMethod::scan}) {
    std::vector<double> shares;
    JoinOptions options{.max_distance = 3, .threads = 2, .method = method};
    options.progress = [&, caller = std::this_thread::get_id()](double share) {
      shares.push_back(share);
      EXPECT_EQ(std::this_thread::get_id(), caller);
    };
    static_cast<void>(cross_join(fresh, archive, options));
    ASSERT_GT(shares.size(), 3U);
    EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
    EXPECT_EQ(shares.back(), 1);
  }
}

TYPED_TEST(CrossJoinTest, StopsWhenAsked) {
  SetMaker maker(53);
  const auto words = maker.clustered<TypeParam>(300'000, 3);
  const auto fresh = std::span<const TypeParam>(words).first(100'000);
  const auto archive = std::span<const TypeParam>(words).subspan(100'000);
  expect_that_it_stops([&](const JoinOptions& options) { return cross_join(fresh, archive, options); });
}

TYPED_TEST(CrossJoinTest, HasNoPairsWheneverAnotherThreadStopsIt) {
  using Clock = std::chrono::steady_clock;
  SetMaker maker(59);
  const auto words = maker.clustered<TypeParam>(20'000, 3);  // so many pairs that ordering them takes long
  const auto fresh = std::span<const TypeParam>(words).first(10'000);
  const auto archive = std::span<const TypeParam>(words).subspan(10'000);
  const Clock::time_point start = Clock::now();
  ASSERT_GT(cross_join(fresh, archive, {.max_distance = 6}).pairs.size(), 50'000U);
  const Clock::duration whole = Clock::now() - start;
  for (int part = 0; part < 16; ++part) {
    std::stop_source source;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(whole * part / 16);
      source.request_stop();
    });
    const JoinResult result = cross_join(fresh, archive, {.max_distance = 6, .stop = source.get_token()});
    EXPECT_TRUE(!result.stats.stopped || result.pairs.empty()) << part;
  }
}

TEST(FingerprintJoinTest, FingerprintsJoinAsTheirNumbersDo) {
  for (const int bits : {64, 128}) {
    std::mt19937_64 random(5);
    std::vector<Fingerprint> some;
    std::vector<Bits128> words;
    for (int i = 0; i < 300; ++i) {
      Fingerprint next{random(), bits == 128 ? random() : 0, bits};
      if (i % 3 != 0) next = some.back();
      if (i % 3 == 2) next.low ^= std::uint64_t{1} << (random() % 64);
      some.push_back(next);
      words.push_back({next.low, next.high});
    }
    const std::span<const Fingerprint> first(some.data(), 150);
    const std::span<const Fingerprint> second(some.data() + 140, 160);
    // A width of 64 bits in 128: the same distances.
    EXPECT_EQ(self_join(some).pairs, self_join(std::span<const Bits128>(words)).pairs);
    EXPECT_GT(self_join(some).pairs.size(), 150U);
    EXPECT_EQ(cross_join(first, second).pairs, cross_join(std::span<const Bits128>(words).first(150),
                                                          std::span<const Bits128>(words).subspan(140))
                                                   .pairs);
  }
}

TEST(FingerprintJoinTest, RefusesFingerprintsOfDifferentWidths) {
  const std::vector<Fingerprint> mixed = {{.low = 1, .bits = 64}, {.low = 1, .bits = 128}};
  EXPECT_THROW((void)self_join(mixed), Error);
  EXPECT_THROW((void)cross_join(std::span(mixed).first(1), std::span(mixed).last(1)), Error);
  EXPECT_TRUE(self_join(std::span<const Fingerprint>()).pairs.empty());
}

}  // namespace
}  // namespace neardup::internal
