#include "neardup/fingerprint/bit_string.h"

#include <gtest/gtest.h>

#include <climits>
#include <cstdint>
#include <string>
#include <vector>

#include "neardup/util/error.h"
#include "tests/fingerprint/golden_file.h"

namespace neardup::internal {
namespace {

TEST(BitStringTest, TextsEqualThoseOfZhongpingliangAndYanyiwu) {
  for (const char* name : {"zhongpingliang_simhash.json", "yanyiwu_simhash_cppjieba.json"}) {
    const golden::File file(name);
    for (const golden::Element entry : file.section("to_binary_string")) {
      EXPECT_EQ(to_bit_string(golden::fingerprint(entry["value"])), golden::text(entry["text"]));
    }
    for (const golden::Element entry : file.section("from_binary_string")) {
      EXPECT_EQ(from_bit_string(golden::text(entry["text"])), golden::fingerprint(entry["value"]))
          << entry["text"];
    }
  }
}

TEST(BitStringTest, EveryWidthRoundTrips) {
  const std::vector<Fingerprint> samples = {
      {0x80000001, 0, 32}, {0x8000'0000'0000'0002, 0, 64}, {1, 5, 128}, {0, 0x8000'0000'0000'0000, 128}};
  for (const Fingerprint& fingerprint : samples) {
    const std::string text = to_bit_string(fingerprint);
    EXPECT_EQ(text.size(), static_cast<std::size_t>(fingerprint.bits));
    EXPECT_EQ(from_bit_string(text, fingerprint.bits), fingerprint);
    EXPECT_EQ(to_reversed_bit_string(fingerprint), std::string(text.rbegin(), text.rend()));
  }
}

TEST(BitStringTest, OverlongTextsLoseTheirTopBitsAtEveryWidth) {
  EXPECT_EQ(from_bit_string("1" + std::string(32, '0'), 32).low, 0U);
  EXPECT_EQ(from_bit_string("1" + std::string(64, '0'), 64), (Fingerprint{0, 0, 64}));
  EXPECT_EQ(from_bit_string("1" + std::string(64, '0'), 128), (Fingerprint{0, 1, 128}));
  EXPECT_EQ(from_bit_string("1" + std::string(128, '0'), 128), (Fingerprint{0, 0, 128}));
}

TEST(BitStringTest, NumbersOfUnequalLengthAreComparedAsThePythonProgramDoes) {
  const golden::File file("python_jieba_tfidf.json");
  const std::int64_t limit = file.root()["similar_if_distance_at_most"].get_int64().value();
  for (const golden::Element entry : file.section("distance_of_literals")) {
    const std::string a = golden::text(entry["a"]);
    const std::string b = golden::text(entry["b"]);
    EXPECT_EQ(distance_of_binary_numbers(a, b), entry["distance"].get_int64().value());
    EXPECT_EQ(distance_of_binary_numbers(b, a), entry["distance"].get_int64().value());
    EXPECT_EQ(distance_of_binary_numbers(a, b) <= limit, entry["similar"].get_bool().value());
  }
  EXPECT_EQ(distance_of_binary_numbers("1", "0001"), 0);
  EXPECT_EQ(distance_of_binary_numbers("1" + std::string(99, '0'), "0"), 1);
}

TEST(BitStringTest, TheWorkedExampleHasItsDistance) {
  const golden::File file("articles_worked_examples.json");
  for (const golden::Element entry : file.section("distance")) {
    EXPECT_EQ(distance_of_binary_numbers(golden::text(entry["a"]), golden::text(entry["b"])),
              entry["distance"].get_int64().value());
  }
}

TEST(BitStringTest, TextsThatAreNoBinaryNumbersAreRefused) {
  for (const char* text : {"", "2", "10x", "0b1", "一"}) {
    EXPECT_THROW((void)distance_of_binary_numbers(text, "1"), Error) << text;
    EXPECT_THROW((void)distance_of_binary_numbers("1", text), Error) << text;
  }
}

TEST(BitStringTest, BlocksEqualThoseOfTheJavaProgram) {
  const golden::File file("java_utf16_tokens.json");
  for (const golden::Element entry : file.section("sub_by_distance")) {
    const std::string bits = golden::text(entry["bits"]);
    const int distance = static_cast<int>(entry["distance"].get_int64().value());
    if (entry["throws"].error() == simdjson::SUCCESS) {
      EXPECT_THROW((void)split_into_blocks(bits, distance), Error) << distance;
      continue;
    }
    std::vector<std::uint64_t> blocks;
    for (const golden::Element block : entry["blocks"].get_array()) blocks.push_back(golden::number(block));
    EXPECT_EQ(split_into_blocks(bits, distance), blocks) << bits << ' ' << distance;
  }
}

/// The original divides by distance + 1 whatever its sign; beyond the length of the fingerprint the pieces
/// are empty.
TEST(BitStringTest, BlocksOfOddDistancesFollowTheDivision) {
  const std::string bits(64, '1');
  EXPECT_EQ(split_into_blocks(bits, -2).size(), 1U);
  EXPECT_EQ(split_into_blocks(bits, -65).size(), 64U);
  for (const int distance : {-66, 65, INT_MAX, INT_MIN}) {
    EXPECT_THROW((void)split_into_blocks(bits, distance), Error) << distance;
  }
}

TEST(BitStringTest, RatioEqualsSection5OfDocument002) {
  const golden::File file("1e0ng_simhash.json");
  for (const golden::Element entry : file.section("document_002_similarity")) {
    const Fingerprint a = golden::fingerprint(entry["values"].at(0));
    const Fingerprint b = golden::fingerprint(entry["values"].at(1));
    EXPECT_EQ(distance_per_notation_length(a, b), golden::real(entry["result"]));
    EXPECT_EQ(distance_per_notation_length(b, a), golden::real(entry["result"]));
  }
}

TEST(BitStringTest, RatioCountsThePrefixEvenOfZero) {
  EXPECT_EQ(distance_per_notation_length({0, 0, 64}, {0, 0, 64}), 0);
  EXPECT_EQ(distance_per_notation_length({0, 0, 64}, {1, 0, 64}), 1.0 / 3);
  EXPECT_EQ(distance_per_notation_length({0, 0, 128}, {0, 1, 128}), 1.0 / 67);
}

}  // namespace
}  // namespace neardup::internal
