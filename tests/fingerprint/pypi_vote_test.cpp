#include "neardup/fingerprint/pypi_vote.h"

#include <gtest/gtest.h>

#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "neardup/util/error.h"
#include "tests/fingerprint/golden_file.h"
#include "tests/simd/every_target.h"

namespace neardup::internal {
namespace {

GivenFeature plain(const std::string& text) { return {.text = text}; }
GivenFeature integer(const std::string& text, double weight) {
  return {.text = text, .weight = weight, .weight_is_integer = true, .weight_is_given = true};
}
GivenFeature real(const std::string& text, double weight) {
  return {.text = text, .weight = weight, .weight_is_integer = false, .weight_is_given = true};
}

/// A golden list: "token" or ["token", weight], where an integer is written without a point.
std::vector<GivenFeature> given_features(golden::Element list) {
  std::vector<GivenFeature> features;
  for (const golden::Element item : list.get_array()) {
    if (item.is_string()) {
      features.push_back(plain(golden::text(item)));
    } else if (item.at(1).type() == simdjson::dom::element_type::DOUBLE) {
      features.push_back(real(golden::text(item.at(0)), golden::real(item.at(1))));
    } else {
      features.push_back(integer(golden::text(item.at(0)), golden::real(item.at(1))));
    }
  }
  return features;
}

void expect_golden_section(const char* section, bool all_widths) {
  const golden::File file("1e0ng_simhash.json");
  on_every_target([&] {
    for (const golden::Element entry : file.section(section)) {
      const std::vector<GivenFeature> features = given_features(entry["features"]);
      EXPECT_EQ(vote_pypi(features, 64), golden::fingerprint(entry["f64"])) << golden::name_of(entry);
      if (!all_widths) continue;
      EXPECT_EQ(vote_pypi(features, 128), golden::fingerprint(entry["f128"])) << golden::name_of(entry);
      EXPECT_EQ(vote_pypi(features, 32), golden::fingerprint(entry["f32"])) << golden::name_of(entry);
    }
  });
}

TEST(PypiVoteTest, TokenListsEqualTheOriginal) { expect_golden_section("token_list", true); }

TEST(PypiVoteTest, WeightedListsEqualTheOriginal) { expect_golden_section("weighted_list", true); }

TEST(PypiVoteTest, MixedListsEqualTheOriginal) { expect_golden_section("mixed_list", false); }

TEST(PypiVoteTest, InheritanceGivesTheEffectiveListOfTheOriginal) {
  const golden::File file("1e0ng_simhash.json");
  for (const golden::Element entry : file.section("mixed_list")) {
    for (const int bits : {32, 64, 128}) {
      EXPECT_EQ(vote_pypi(given_features(entry["features"]), bits),
                vote_pypi(given_features(entry["effective"]), bits))
          << golden::name_of(entry);
    }
  }
}

TEST(PypiVoteTest, LinesOfAFileAreTokens) {
  const golden::File file("1e0ng_simhash.json");
  for (const golden::Element entry : file.section("document_002_similarity")) {
    if (golden::text(entry["input"]) != "file") continue;
    std::vector<GivenFeature> lines;
    std::istringstream text(golden::text(entry["a"]));
    for (std::string line; std::getline(text, line);) lines.push_back(plain(line + (text.eof() ? "" : "\n")));
    EXPECT_EQ(vote_pypi(lines, 64), golden::fingerprint(entry["values"].at(0)));
  }
}

TEST(PypiVoteTest, PlainTokenAfterARealWeightIsRefused) {
  const std::vector<GivenFeature> refused = {real("北京", 2.5), plain("上海")};
  const std::vector<GivenFeature> relieved = {real("北京", 2.5), integer("成都", 1), plain("上海")};
  EXPECT_EQ(vote_pypi(refused, 64), std::nullopt);
  EXPECT_NE(vote_pypi(relieved, 64), std::nullopt);
}

TEST(PypiVoteTest, WidthsWithoutAnAnswerAreRefused) {
  const std::vector<GivenFeature> features = {plain("一"), plain("two")};
  for (const int bits : {0, 7, 16, 63, 96, 256}) EXPECT_THROW((void)vote_pypi(features, bits), Error) << bits;
}

/// Small integers come after the reals wherever they stand; reals are added in place.
TEST(PypiVoteTest, SmallIntegersAreAddedLast) {
  constexpr double kHuge = 0x1p53;  // swallows a 1 that comes later, but not two of them together
  const std::vector<GivenFeature> apart = {integer("a", 1), real("a", kHuge), integer("a", 1),
                                           real("b", kHuge)};
  const std::vector<GivenFeature> in_place = {real("a", 1), real("a", kHuge), real("a", 1), real("b", kHuge)};
  // a: 2^53 + 2 when collected, 2^53 in place; half of the total is 2^53 in both, so only the first exceeds
  // it.
  EXPECT_EQ(vote_pypi(apart, 64), vote_pypi(std::vector{plain("a")}, 64));
  EXPECT_NE(vote_pypi(in_place, 64), vote_pypi(std::vector{plain("a")}, 64));
}

/// 200 collected features are added at once, in front of the reals that follow: (200 + 2^60) - 2^60 is 256
/// after rounding. With 199 the same reals cancel first. The total is 256 + 220 either way.
TEST(PypiVoteTest, TwoHundredCollectedFeaturesAreAddedInPlace) {
  const auto vote_after = [](std::size_t collected) {
    std::vector<GivenFeature> features(collected, plain("a"));
    features.insert(features.end(), {real("a", 0x1p60), real("a", -0x1p60), real("b", 220)});
    return vote_pypi(features, 64);
  };
  EXPECT_EQ(vote_after(200), vote_pypi(std::vector{plain("a")}, 64));
  EXPECT_NE(vote_after(199), vote_pypi(std::vector{plain("a")}, 64));
}

/// Integers of any size do not wrap: 1e0ng/simhash issue 74.
TEST(PypiVoteTest, HugeIntegersOutweighSmallOnes) {
  for (const double weight : {256.0, 1e6, 4294967296.0, 1e15, 1e18, 1e19, 1e30}) {
    const std::vector<GivenFeature> features = {integer("重", weight), integer("轻", 100),
                                                integer("light", 1)};
    EXPECT_EQ(vote_pypi(features, 128), vote_pypi(std::vector{plain("重")}, 128)) << weight;
  }
}

}  // namespace
}  // namespace neardup::internal
