#include "neardup/fingerprint/vote.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/fingerprint/bit_string.h"
#include "neardup/fingerprint/feature_hash.h"
#include "tests/fingerprint/golden_file.h"
#include "tests/fingerprint/hash_feature.h"
#include "tests/reference/vote.h"
#include "tests/simd/every_target.h"

namespace neardup::internal {
namespace {

constexpr std::uint64_t kAllOnes = ~std::uint64_t{0};

template <typename Weight>
struct Ballot {
  std::vector<std::uint64_t> hashes;
  std::vector<Weight> weights;

  [[nodiscard]] std::uint64_t count(Tie tie) const {
    return vote(hashes, std::span<const Weight>(weights), tie);
  }
};

/// Pairs [text, weight] of a golden list, hashed.
Ballot<double> hash_pairs(golden::Element list, FeatureHash hash) {
  Ballot<double> ballot;
  for (const golden::Element pair : list.get_array()) {
    ballot.hashes.push_back(hash_feature(hash, 64, golden::text(pair.at(0))).low);
    ballot.weights.push_back(golden::real(pair.at(1)));
  }
  return ballot;
}

template <typename Weight>
Ballot<Weight> random_ballot(std::size_t size, Weight least, Weight largest) {
  std::mt19937_64 random(size + 11);
  Ballot<Weight> ballot;
  for (std::size_t i = 0; i < size; ++i) {
    ballot.hashes.push_back(random());
    ballot.weights.push_back(std::uniform_int_distribution<Weight>(least, largest)(random));
  }
  return ballot;
}

TEST(VoteTest, UnitVoteEqualsSeomoz) {
  const golden::File file("seomoz_simhash_cpp.json");
  on_every_target([&] {
    for (const golden::Element entry : file.section("compute")) {
      std::vector<std::uint64_t> hashes;
      for (const golden::Element hash : entry["hashes"].get_array()) hashes.push_back(golden::number(hash));
      EXPECT_EQ(vote(hashes, Tie::zero), golden::number(entry["value"])) << golden::name_of(entry);
    }
  });
}

TEST(VoteTest, UnitVoteWithTiesAsOnesEqualsTheJavaProgram) {
  const golden::File file("java_utf16_tokens.json");
  on_every_target([&] {
    for (const golden::Element entry : file.section("simhash")) {
      std::vector<std::uint64_t> hashes;
      for (const golden::Element token : entry["tokens"].get_array()) {
        hashes.push_back(hash_feature(FeatureHash::java, 64, golden::text(token)).low);
      }
      const std::uint64_t value = vote(hashes, Tie::one);
      EXPECT_EQ(value, golden::number(entry["value"])) << golden::name_of(entry);
      EXPECT_EQ(to_reversed_bit_string({.low = value}), golden::text(entry["returned"]))
          << golden::name_of(entry);
    }
  });
}

TEST(VoteTest, UnitVoteOf32BitsEqualsTheMt19937Program) {
  const golden::File file("cpp_ascii_mt19937.json");
  on_every_target([&] {
    for (const golden::Element entry : file.section("fingerprint")) {
      Features characters;
      characters.text = golden::text(entry["input"]);
      for (std::uint32_t i = 0; i < characters.text.size(); ++i) characters.slices.push_back({i, 1});
      HashLists hashes;
      hash_features(FeatureHash::mt19937, 32, characters, hashes);
      EXPECT_EQ(vote(hashes.low, Tie::one) & 0xFFFFFFFF, golden::number(entry["fingerprint"]))
          << golden::name_of(entry);
    }
  });
}

/// Triples [keyword, weight, integer weight]: the weight times 20, truncated.
Ballot<std::int64_t> hash_triples(golden::Element list) {
  Ballot<std::int64_t> ballot;
  for (const golden::Element keyword : list.get_array()) {
    ballot.hashes.push_back(hash_feature(FeatureHash::python, 64, golden::text(keyword.at(0))).low);
    ballot.weights.push_back(static_cast<std::int64_t>(golden::real(keyword.at(1)) * 20));
    EXPECT_EQ(ballot.weights.back(), keyword.at(2).get_int64().value());
  }
  return ballot;
}

TEST(VoteTest, IntegerVoteEqualsThePythonProgram) {
  const golden::File file("python_jieba_tfidf.json");
  on_every_target([&] {
    for (const char* section : {"vote", "pipeline"}) {
      for (const golden::Element entry : file.section(section)) {
        EXPECT_EQ(hash_triples(entry["keywords"]).count(Tie::zero), golden::number(entry["value"]))
            << golden::name_of(entry);
      }
    }
  });
}

TEST(VoteTest, RealVoteEqualsZhongpingliang) {
  const golden::File file("zhongpingliang_simhash.json");
  on_every_target([&] {
    for (const golden::Element entry : file.section("build_from_strings")) {
      const Ballot<double> ballot = hash_pairs(entry["features"], FeatureHash::jenkins_bc);
      EXPECT_EQ(ballot.count(Tie::zero), golden::number(entry["value"])) << golden::name_of(entry);
    }
    for (const golden::Element entry : file.section("build_from_hashes")) {
      Ballot<double> ballot;
      for (const golden::Element pair : entry["features"].get_array()) {
        ballot.hashes.push_back(golden::number(pair.at(0)));
        ballot.weights.push_back(golden::real(pair.at(1)));
      }
      EXPECT_EQ(ballot.count(Tie::zero), golden::number(entry["value"])) << golden::name_of(entry);
    }
  });
}

TEST(VoteTest, RealVoteEqualsYanyiwu) {
  const golden::File file("yanyiwu_simhash_cppjieba.json");
  on_every_target([&] {
    for (const golden::Element entry : file.section("keyword_list")) {
      const Ballot<double> ballot = hash_pairs(entry["keywords"], FeatureHash::jenkins_cb);
      EXPECT_EQ(ballot.count(Tie::zero), golden::number(entry["value"])) << golden::name_of(entry);
    }
    for (const golden::Element entry : file.section("pipeline")) {
      for (const golden::Element top : entry["top"].get_array()) {
        const Ballot<double> ballot = hash_pairs(top["keywords"], FeatureHash::jenkins_cb);
        EXPECT_EQ(ballot.count(Tie::zero), golden::number(top["value"])) << golden::name_of(entry);
      }
    }
  });
}

TEST(VoteTest, SixBitExamplesOfTheArticlesComeOut) {
  const golden::File file("articles_worked_examples.json");
  for (const golden::Element entry : file.section("vote")) {
    Ballot<std::int64_t> ballot;
    for (const golden::Element feature : entry["features"].get_array()) {
      ballot.hashes.push_back(from_bit_string(golden::text(feature.at(1))).low);
      ballot.weights.push_back(feature.at(2).get_int64().value());
    }
    const auto margins = vote_margins(ballot.hashes, ballot.weights);
    std::size_t bit = 6;  // the articles write the most significant bit first
    for (const golden::Element sum : entry["sums"].get_array())
      EXPECT_EQ(margins[--bit], sum.get_int64().value());
    EXPECT_EQ(to_bit_string({.low = ballot.count(Tie::zero)}).substr(58), golden::text(entry["bits"]));
  }
}

TEST(VoteTest, NoHashesMakeEveryBitATie) {
  const std::vector<std::int64_t> no_integers;
  const std::vector<double> no_reals;
  on_every_target([&] {
    EXPECT_EQ(vote({}, Tie::zero), 0U);
    EXPECT_EQ(vote({}, Tie::one), kAllOnes);
    EXPECT_EQ(vote({}, std::span(no_integers), Tie::zero), 0U);
    EXPECT_EQ(vote({}, std::span(no_integers), Tie::one), kAllOnes);
    EXPECT_EQ(vote({}, std::span(no_reals), Tie::zero), 0U);
    EXPECT_EQ(vote({}, std::span(no_reals), Tie::one), kAllOnes);
  });
}

TEST(VoteTest, TieRuleDecidesEvenCounts) {
  const std::vector<std::uint64_t> hashes = {0b1100, 0b1010};
  EXPECT_EQ(vote(hashes, Tie::zero), 0b1000U);
  EXPECT_EQ(vote(hashes, Tie::one), 0b1110U);
  const std::vector<std::int64_t> equal = {7, 7};
  EXPECT_EQ(vote(hashes, std::span(equal), Tie::zero), 0b1000U);
  EXPECT_EQ(vote(hashes, std::span(equal), Tie::one), 0b1110U);
}

TEST(VoteTest, ZeroWeightsTakeNoPart) {
  const std::vector<std::uint64_t> hashes = {0xF0, kAllOnes, 0x3C};
  const std::vector<std::int64_t> weights = {0, 1, 0};
  const std::vector<std::int64_t> zeros = {0, 0, 0};
  on_every_target([&] {
    EXPECT_EQ(vote(hashes, std::span(weights), Tie::zero), kAllOnes);
    EXPECT_EQ(vote(hashes, std::span(zeros), Tie::zero), 0U);
    EXPECT_EQ(vote(hashes, std::span(zeros), Tie::one), kAllOnes);
  });
}

TEST(VoteTest, NegativeWeightsVoteTheOtherWay) {
  const std::vector<std::uint64_t> hashes = {0x0123456789ABCDEF};
  const std::vector<std::int64_t> weights = {-3};
  EXPECT_EQ(vote(hashes, std::span(weights), Tie::zero), ~hashes[0]);
}

TEST(VoteTest, IntegerVotesEqualThePlainLoop) {
  for (const std::size_t size : {1, 2, 7, 8, 9, 100, 1023, 1025, 3000}) {
    for (const auto& ballot :
         {random_ballot<std::int64_t>(size, 1, 15), random_ballot<std::int64_t>(size, -5, 300),
          random_ballot<std::int64_t>(size, -2'000'000'000, 2'000'000'000)}) {
      const std::span<const std::int64_t> weights(ballot.weights);
      const auto sums = reference::sum_signed(std::span(ballot.hashes), weights);
      on_every_target([&] {
        EXPECT_EQ(vote_margins(ballot.hashes, weights), sums) << size;
        for (const Tie tie : {Tie::zero, Tie::one}) {
          EXPECT_EQ(ballot.count(tie), reference::vote(std::span(ballot.hashes), weights, tie == Tie::one))
              << size;
        }
      });
    }
  }
}

/// 1e0ng/simhash issue 74: weights above 255 wrapped in a byte.
TEST(VoteTest, WeightsDoNotWrapAtAnyWidth) {
  for (const std::int64_t weight :
       {255LL, 256LL, 257LL, 65536LL, 1'000'000LL, 1LL << 31, 1LL << 32, 1LL << 61}) {
    const std::vector<std::uint64_t> hashes = {0xFF, 0xFF00, 0xFF00};
    const std::vector<std::int64_t> weights = {weight, 1, weight / 2 - 1};
    on_every_target([&] { EXPECT_EQ(vote(hashes, std::span(weights), Tie::one), 0xFFU) << weight; });
  }
}

TEST(VoteTest, MillionFeaturesOfWeightTwoToThe31AreExact) {
  constexpr std::size_t kSize = 1'000'000;
  constexpr std::int64_t kWeight = std::int64_t{1} << 31;
  std::vector<std::uint64_t> hashes(kSize, 0xAAAA'AAAA'AAAA'AAAA);
  std::vector<std::int64_t> weights(kSize, kWeight);
  for (std::size_t i = 0; i < kSize; i += 2) hashes[i] = ~hashes[i];
  on_every_target([&] {
    EXPECT_EQ(vote(hashes, std::span(weights), Tie::zero), 0U);
    weights[0] += 1;  // one more in 2 * 10^15 decides
    EXPECT_EQ(vote(hashes, std::span(weights), Tie::one), hashes[0]);
    EXPECT_EQ(vote_margins(hashes, weights)[0], 1);
    weights[0] -= 1;
  });
  const std::vector<std::uint64_t> full(kSize, kAllOnes);
  EXPECT_EQ(vote_margins(full, weights)[63], static_cast<std::int64_t>(kSize) * kWeight);
}

TEST(VoteTest, OrderOfRealWeightsDecidesNearTies) {
  const std::vector<std::uint64_t> hashes = {0b1, 0b1, 0b0};
  const std::vector<double> weights = {0.1, 0.4, 0.5};
  const std::vector<std::uint64_t> hashes_reversed = {0b0, 0b1, 0b1};
  const std::vector<double> weights_reversed = {0.5, 0.4, 0.1};
  on_every_target([&] {
    EXPECT_EQ(vote(hashes, std::span(weights), Tie::zero), 0U);  // 0.5 - 0.5
    EXPECT_EQ(vote(hashes_reversed, std::span(weights_reversed), Tie::zero),
              1U);  // -0.09999999999999998 + 0.1
  });
}

TEST(VoteTest, RepeatedFeaturesVoteAgain) {
  const std::vector<std::uint64_t> hashes = {0xF, 0xF0, 0xF};
  EXPECT_EQ(vote(hashes, Tie::zero), 0xFU);
}

}  // namespace
}  // namespace neardup::internal
