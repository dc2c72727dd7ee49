// Every kernel on every target, at every length around the sizes of vectors and blocks, against the plain
// loop.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/simd/kernels.h"
#include "neardup/simd/scalar_choice.h"
#include "tests/reference/vote.h"
#include "tests/simd/every_target.h"

namespace neardup::internal::simd {
namespace {

constexpr std::uint64_t kSeed = 1;

std::vector<std::size_t> lengths() {
  std::vector<std::size_t> all;
  for (std::size_t length = 0; length <= 130; ++length) all.push_back(length);
  for (const std::size_t length : {255, 256, 257, 1000, 1024, 1025, 4096, 65537}) all.push_back(length);
  return all;
}

/// Hashes whose bits are set with probabilities from 0 to 1, so that counts of every size occur.
std::vector<std::uint64_t> random_hashes(std::size_t size) {
  std::mt19937_64 random(kSeed + size);
  std::vector<std::uint64_t> hashes(size);
  for (std::uint64_t& hash : hashes) {
    hash = random() & (random() | 0xFFFF'FFFF'0000'0000) & ~std::uint64_t{1};
    hash |= (random() & 0x00FF'0000'00FF'0000) | 0x8000'0000'0000'0000;
  }
  return hashes;
}

/// Half of them the complement of the other half: every bit is a tie when the length is even.
std::vector<std::uint64_t> balanced_hashes(std::size_t size) {
  std::mt19937_64 random(kSeed);
  std::vector<std::uint64_t> hashes(size);
  for (std::size_t i = 0; i < size; ++i) hashes[i] = i % 2 == 0 ? random() : ~hashes[i - 1];
  std::ranges::shuffle(hashes, random);
  return hashes;
}

std::vector<std::int64_t> random_weights(std::size_t size, std::int64_t largest) {
  std::mt19937_64 random(kSeed + 7);
  std::uniform_int_distribution<std::int64_t> weight(0, largest);
  std::vector<std::int64_t> weights(size);
  for (std::int64_t& value : weights) value = weight(random);
  return weights;
}

/// The check for every length; no memory behind the hashes can be read unnoticed by the address sanitizer,
/// because the vectors fit exactly.
template <typename Check>
void for_every_length(const Check& check) {
  for (const std::size_t length : lengths()) {
    SCOPED_TRACE(length);
    check(length);
  }
}

TEST(VoteKernelsTest, SeveralTargetsAreTestedAmongThemThePlainOne) {
  std::set<std::string> names;
  on_every_target([&] { names.insert(target_name()); });
  EXPECT_THAT(names, testing::Contains(testing::AnyOf("SCALAR", "EMU128")));
#if defined(__x86_64__)
  constexpr bool kHasSse4 = (HWY_TARGETS & HWY_SSE4) != 0;  // sanitizer builds leave some targets out
  if (kHasSse4 && !scalar_is_forced()) {
    EXPECT_THAT(names, testing::Contains("SSE4"));
  }
#endif
}

TEST(VoteKernelsTest, EnvironmentForcesThePlainTarget) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";  // a fresh process: the variable is read only once
  const auto exit_with_name = [] {
    setenv("NEARDUP_SIMD", "scalar", 1);
    const std::string_view name = target_name();
    std::exit(name == "SCALAR" || name == "EMU128" ? 0 : 1);
  };
  EXPECT_EXIT(exit_with_name(), testing::ExitedWithCode(0), "");
}

TEST(VoteKernelsTest, MajorityEqualsThePlainVote) {
  for_every_length([](std::size_t length) {
    const std::vector<std::int64_t> weights(length, 1);
    for (const auto& hashes : {random_hashes(length), balanced_hashes(length)}) {
      for (const bool tie : {false, true}) {
        const std::uint64_t expected = reference::vote(std::span(hashes), std::span(weights), tie);
        on_every_target([&] { EXPECT_EQ(majority(hashes, tie), expected) << "tie " << tie; });
      }
    }
  });
}

TEST(VoteKernelsTest, MajorityDecidesWithOneVoteMoreOrLess) {
  for_every_length([](std::size_t length) {
    for (std::size_t ones = length / 2; ones <= std::min(length / 2 + 1, length); ++ones) {
      std::vector<std::uint64_t> hashes(length, 0);
      std::fill_n(hashes.begin(), ones, ~std::uint64_t{0});
      const std::uint64_t expected = 2 * ones > length ? ~std::uint64_t{0} : 0;
      on_every_target([&] { EXPECT_EQ(majority(hashes, false), expected) << ones << " ones"; });
    }
  });
}

TEST(VoteKernelsTest, CountsOfOnesAreExact) {
  for_every_length([](std::size_t length) {
    const std::vector<std::uint64_t> full(length, ~std::uint64_t{0});
    for (const auto& hashes : {random_hashes(length), full}) {
      const BitCounts expected = reference::count_ones(hashes);
      on_every_target([&] { EXPECT_EQ(count_ones(hashes), expected); });
    }
  });
}

TEST(VoteKernelsTest, WeightedMajorityEqualsThePlainVote) {
  for_every_length([](std::size_t length) {
    for (const std::int64_t largest : {1, 15, 1'000'000}) {
      const auto hashes = random_hashes(length);
      const auto weights = random_weights(length, largest);
      for (const bool tie : {false, true}) {
        const std::uint64_t expected = reference::vote(std::span(hashes), std::span(weights), tie);
        on_every_target([&] { EXPECT_EQ(weighted_majority(hashes, weights, tie), expected) << largest; });
      }
    }
  });
}

TEST(VoteKernelsTest, WeightedTiesFollowTheRule) {
  for_every_length([](std::size_t length) {
    const auto hashes = balanced_hashes(length - length % 2);
    const std::vector<std::int64_t> weights(hashes.size(), 12345);
    on_every_target([&] {
      EXPECT_EQ(weighted_majority(hashes, weights, false), 0U);
      EXPECT_EQ(weighted_majority(hashes, weights, true), ~std::uint64_t{0});
    });
  });
}

TEST(VoteKernelsTest, WeightOfOnesIsExactUpToTheLargestTotal) {
  const std::vector<std::uint64_t> hashes = {~std::uint64_t{0}, 1, 3, 0};
  const std::vector<std::int64_t> weights = {(std::int64_t{1} << 61) - 1, std::int64_t{1} << 60, 1, 1};
  on_every_target([&] {
    const BitCounts ones = weigh_ones(hashes, weights);
    EXPECT_EQ(ones[0], 3458764513820540928U);
    EXPECT_EQ(ones[1], 2305843009213693952U);
    EXPECT_EQ(ones[63], 2305843009213693951U);
  });
}

TEST(VoteKernelsTest, WeightsOfOnesEqualTheSumsOfThePlainLoop) {
  for_every_length([](std::size_t length) {
    const auto hashes = random_hashes(length);
    const auto weights = random_weights(length, std::int64_t{1} << 31);
    std::int64_t total = 0;
    for (const std::int64_t weight : weights) total += weight;
    const auto sums = reference::sum_signed(std::span(hashes), std::span(weights));
    on_every_target([&] {
      const BitCounts ones = weigh_ones(hashes, weights);
      for (std::size_t bit = 0; bit < 64; ++bit) {
        ASSERT_EQ(2 * static_cast<std::int64_t>(ones[bit]) - total, sums[bit]) << bit;
      }
    });
  });
}

TEST(VoteKernelsTest, RealSumsAreRoundedAsInThePlainLoop) {
  for_every_length([](std::size_t length) {
    const auto hashes = random_hashes(length);
    std::mt19937_64 random(kSeed + 3);
    std::vector<double> weights(length);
    for (double& weight : weights) {  // of very different size, so that every addition rounds
      weight =
          std::ldexp(std::uniform_real_distribution<double>(-1, 3)(random), static_cast<int>(random() % 40));
    }
    const BitSums expected = reference::sum_signed(std::span(hashes), std::span<const double>(weights));
    on_every_target([&] { EXPECT_EQ(sum_signed(hashes, weights), expected); });
  });
}

}  // namespace
}  // namespace neardup::internal::simd
