// The join inside compartments, against the comparison of every pair.
#include "neardup/join/hamming/compartment_join.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <stop_token>
#include <vector>

#include "neardup/util/error.h"
#include "tests/join/stop_after.h"
#include "tests/reference/near_pairs.h"

namespace neardup::internal {
namespace {

/// Near each other and equal often, inside and across compartments.
template <typename Word>
std::vector<Word> near_words(std::size_t count, std::uint32_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Word> words;
  while (words.size() < count) {
    Word word{};
    if (!words.empty() && random() % 3 != 0) word = words[random() % words.size()];
    std::uint64_t flips = 0;
    for (std::uint64_t i = random() % 4; i > 0; --i) flips |= std::uint64_t{1} << random() % 64;
    const bool fresh = words.empty() || random() % 4 == 0;
    if constexpr (sizeof(Word) == 8) {
      word = fresh ? random() : word ^ flips;
    } else {
      word = fresh ? Word{random(), random()} : Word{word.low ^ flips, word.high};
    }
    words.push_back(word);
  }
  return words;
}

template <typename Word>
std::vector<NearPair> slow_pairs(const std::vector<Word>& words,
                                 const std::vector<std::uint32_t>& compartments, int distance,
                                 EqualPairs equal) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> members;
  for (std::uint32_t i = 0; i < words.size(); ++i) members[compartments[i]].push_back(i);
  std::vector<NearPair> pairs;
  for (const auto& [compartment, ordinals] : members) {
    std::vector<Word> own;
    for (const std::uint32_t ordinal : ordinals) own.push_back(words[ordinal]);
    for (const NearPair& pair : reference::self_pairs(std::span<const Word>(own), distance, equal))
      pairs.push_back({ordinals[pair.first], ordinals[pair.second], pair.distance});
  }
  std::ranges::sort(pairs);
  return pairs;
}

template <typename Word>
void expect_equal_to_all_pairs(const std::vector<Word>& words, const std::vector<std::uint32_t>& compartments,
                               int distance) {
  std::vector<NearPairs> found;
  for (const int threads : {1, 4}) {
    const JoinOptions options{.max_distance = distance, .threads = threads};
    found.push_back(find_near_pairs_within(words, compartments, options));
  }
  for (const EqualPairs equal : {EqualPairs::star, EqualPairs::all}) {
    const std::vector<NearPair> expected = slow_pairs(words, compartments, distance, equal);
    for (const NearPairs& pairs : found) ASSERT_EQ(pairs.collect(equal), expected) << "distance " << distance;
  }
}

template <typename Word>
void expect_equal_to_all_pairs() {
  for (const std::uint32_t count : {1U, 2U, 7U, 300U, 1000U}) {
    const std::vector<Word> words = near_words<Word>(1000, count);
    std::mt19937 random(count);
    std::vector<std::uint32_t> compartments(words.size());
    for (std::uint32_t& compartment : compartments)
      compartment = static_cast<std::uint32_t>(random() % count);
    for (const int distance : {0, 3, 7}) expect_equal_to_all_pairs(words, compartments, distance);
  }
}

/// Leaves out the pairs of two reference documents.
std::vector<NearPair> without_reference(std::vector<NearPair> pairs, std::size_t reference) {
  std::erase_if(pairs, [reference](const NearPair& pair) { return pair.second < reference; });
  return pairs;
}

template <typename Word>
void expect_new_pairs(const std::vector<Word>& words, const std::vector<std::uint32_t>& compartments,
                      std::size_t reference) {
  for (const int threads : {1, 4}) {
    const JoinOptions options{.max_distance = 4, .threads = threads};
    const NearPairs found = find_near_pairs_within(words, compartments, options, reference);
    for (const EqualPairs equal : {EqualPairs::star, EqualPairs::all}) {
      ASSERT_EQ(without_reference(found.collect(equal), reference),
                without_reference(slow_pairs(words, compartments, 4, equal), reference))
          << "reference " << reference;
    }
    if (reference == words.size()) {
      EXPECT_TRUE(found.parts().near.empty()) << "the reference was joined with itself";
    }
  }
}

TEST(CompartmentJoinTest, NewFingerprintsFindTheReferenceWhichIsNotJoinedWithItself) {
  for (const std::uint32_t count : {1U, 7U, 300U}) {
    const std::vector<Bits128> wide = near_words<Bits128>(1000, count);
    const std::vector<std::uint64_t> words = near_words<std::uint64_t>(1000, count);
    std::vector<std::uint32_t> compartments(words.size());
    for (std::uint32_t i = 0; i < words.size(); ++i) compartments[i] = i * 7919 % count;
    for (const std::size_t reference : {0U, 1U, 400U, 999U, 1000U}) {
      expect_new_pairs(words, compartments, reference);
      expect_new_pairs(wide, compartments, reference);
    }
  }
}

TEST(CompartmentJoinTest, LargeCompartmentsFindTheReferenceToo) {
  const std::vector<std::uint64_t> words = near_words<std::uint64_t>(9000, 3);
  std::vector<std::uint32_t> compartments(words.size());
  for (std::uint32_t i = 0; i < words.size(); ++i) compartments[i] = i % 2 == 0 ? 5 : i % 40;
  for (const std::size_t reference : {100U, 6000U, 9000U}) expect_new_pairs(words, compartments, reference);
}

TEST(CompartmentJoinTest, EqualsTheComparisonOfAllPairsInThreads) {
  expect_equal_to_all_pairs<std::uint64_t>();
}

TEST(CompartmentJoinTest, EqualsTheComparisonOfAllPairsOfWideWords) { expect_equal_to_all_pairs<Bits128>(); }

TEST(CompartmentJoinTest, LargeAndSmallCompartmentsStandSideBySide) {
  const std::vector<std::uint64_t> words = near_words<std::uint64_t>(9000, 3);
  std::vector<std::uint32_t> compartments(words.size());
  for (std::uint32_t i = 0; i < words.size(); ++i) compartments[i] = i % 2 == 0 ? 5 : i % 40;
  expect_equal_to_all_pairs(words, compartments, 3);
}

TEST(CompartmentJoinTest, TheSizeFromWhichACompartmentIsLargeMakesNoDifference) {
  for (const std::size_t size : {4095U, 4096U, 4097U}) {
    const std::vector<std::uint64_t> words = near_words<std::uint64_t>(size, 4);
    expect_equal_to_all_pairs(words, std::vector<std::uint32_t>(size), 3);
  }
}

TEST(CompartmentJoinTest, LosesNoCompartmentWhereTheWorkIsDivided) {
  const std::vector<std::uint64_t> words = near_words<std::uint64_t>(30000, 5);  // several tasks
  std::vector<std::uint32_t> compartments(words.size());
  for (std::uint32_t i = 0; i < words.size(); ++i) compartments[i] = i % 300;
  expect_equal_to_all_pairs(words, compartments, 7);
}

TEST(CompartmentJoinTest, TellsItsProgressAndStops) {
  const std::vector<std::uint64_t> words = near_words<std::uint64_t>(50000, 3);
  std::vector<std::uint32_t> compartments(words.size());
  for (std::uint32_t i = 0; i < words.size(); ++i) compartments[i] = i % 3 == 0 ? 0 : i;
  std::vector<double> shares;
  JoinOptions options{.threads = 1, .progress = [&](double share) { shares.push_back(share); }};
  EXPECT_FALSE(find_near_pairs_within(words, compartments, options).stats().stopped);
  EXPECT_TRUE(std::ranges::is_sorted(shares));
  EXPECT_NEAR(shares.front(), 1.0 / 3, 0.01);  // the large compartment
  EXPECT_EQ(shares.back(), 1);
  std::stop_source source;
  source.request_stop();
  options.stop = source.get_token();
  EXPECT_TRUE(find_near_pairs_within(words, compartments, options).stats().stopped);
}

TEST(CompartmentJoinTest, HasNoPairsWhenItIsStoppedBehindALargeCompartment) {
  const std::vector<std::uint64_t> words = near_words<std::uint64_t>(50000, 3);
  std::vector<std::uint32_t> compartments(words.size());
  for (std::uint32_t i = 0; i < words.size(); ++i) compartments[i] = i % 3 == 0 ? 0 : i;
  JoinOptions options{.threads = 1};
  const StopAfter stop(options, 0);
  const NearPairs pairs = find_near_pairs_within(words, compartments, options);
  EXPECT_TRUE(pairs.stats().stopped);
  EXPECT_EQ(pairs.count(EqualPairs::all), 0U);
  EXPECT_TRUE(stop.told_after().empty());
}

TEST(CompartmentJoinTest, GivesUpAboveTheMostPairsAndStillKnowsTheCopies) {
  std::vector<std::uint64_t> words;
  std::vector<std::uint32_t> compartments;
  for (std::uint32_t i = 0; i < 120; ++i) {
    words.push_back(std::uint64_t{1} << (i / 2 % 50));
    compartments.push_back(i % 2);
  }
  constexpr std::uint64_t kPairs = 2 * (50 * 49 / 2);
  JoinOptions options{.max_distance = 2, .threads = 2, .max_pairs = kPairs};
  const NearPairs complete = find_near_pairs_within(words, compartments, options);
  EXPECT_FALSE(complete.stats().overflowed);
  EXPECT_EQ(complete.parts().near.size(), kPairs);
  options.max_pairs = kPairs - 1;
  const NearPairs overflowed = find_near_pairs_within(words, compartments, options);
  EXPECT_TRUE(overflowed.stats().overflowed);
  EXPECT_TRUE(overflowed.parts().near.empty());
  EXPECT_EQ(overflowed.parts().copies, complete.parts().copies);
  EXPECT_EQ(overflowed.parts().copies.size(), 20U);
}

TEST(CompartmentJoinTest, RefusesADistanceOutOfRange) {
  const std::vector<std::uint64_t> words = {1, 2};
  const std::vector<std::uint32_t> compartments = {0, 1};
  EXPECT_THROW(static_cast<void>(find_near_pairs_within(words, compartments, {.max_distance = 17})), Error);
  EXPECT_EQ(find_near_pairs_within(std::span<const std::uint64_t>(), {}, {}).count(EqualPairs::all), 0U);
}

}  // namespace
}  // namespace neardup::internal
