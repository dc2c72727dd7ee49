#include "neardup/fingerprint/fingerprint.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tests/fingerprint/golden_file.h"

namespace neardup::internal {
namespace {

constexpr std::uint64_t kAllOnes = ~std::uint64_t{0};
constexpr std::uint64_t kTop = std::uint64_t{1} << 63;

/// The corners of each width, and some random values.
std::vector<Fingerprint> samples() {
  std::vector<Fingerprint> all = {
      {0, 0, 32},  {0x80000000, 0, 32}, {0xFFFFFFFF, 0, 32},       {0x7FFFFFFF, 0, 32},
      {0, 0, 64},  {kTop, 0, 64},       {kAllOnes, 0, 64},         {kTop - 1, 0, 64},
      {0, 0, 128}, {0, kTop, 128},      {kAllOnes, kAllOnes, 128}, {kAllOnes, 0, 128},
      {1, 0, 128}, {0, 1, 128}};
  std::mt19937_64 random(5);
  for (int i = 0; i < 20; ++i) {
    all.push_back({random() & 0xFFFFFFFF, 0, 32});
    all.push_back({random(), 0, 64});
    all.push_back({random(), random(), 128});
  }
  return all;
}

TEST(FingerprintTest, DistancesEqualTheGoldenOnes) {
  const golden::File seomoz("seomoz_simhash_cpp.json");
  for (const golden::Element entry : seomoz.section("distance")) {
    EXPECT_EQ(hamming_distance(golden::fingerprint(entry["a"]), golden::fingerprint(entry["b"])),
              entry["distance"].get_int64().value());
  }
  const golden::File zhongpingliang("zhongpingliang_simhash.json");
  for (const golden::Element entry : zhongpingliang.section("near")) {
    const int distance = hamming_distance(golden::fingerprint(entry["a"]), golden::fingerprint(entry["b"]));
    EXPECT_EQ(distance, entry["distance"].get_int64().value());
    EXPECT_EQ(distance <= entry["d"].get_int64().value(), entry["is_near_dups"].get_bool().value());
  }
  const golden::File yanyiwu("yanyiwu_simhash_cppjieba.json");
  for (const golden::Element entry : yanyiwu.section("is_equal")) {
    const int distance = hamming_distance(golden::fingerprint(entry["a"]), golden::fingerprint(entry["b"]));
    EXPECT_EQ(distance <= entry["n"].get_int64().value(), entry["equal"].get_bool().value());
  }
}

TEST(FingerprintTest, DistanceCountsBothHalvesOf128Bits) {
  EXPECT_EQ(hamming_distance({0, 0, 128}, {kAllOnes, kAllOnes, 128}), 128);
  EXPECT_EQ(hamming_distance({1, kTop, 128}, {0, 0, 128}), 2);
}

TEST(FingerprintTest, HexHasAllDigitsOfTheWidth) {
  EXPECT_EQ(to_hex({0xABC, 0, 32}), "00000abc");
  EXPECT_EQ(to_hex({0xABC, 0, 64}), "0000000000000abc");
  EXPECT_EQ(to_hex({0xABC, 0xDEF, 128}), "0000000000000def0000000000000abc");
}

TEST(FingerprintTest, HexRoundTrips) {
  for (const Fingerprint& fingerprint : samples()) {
    EXPECT_EQ(from_hex(to_hex(fingerprint)), fingerprint) << to_hex(fingerprint);
    EXPECT_EQ(from_hex("0x" + to_hex(fingerprint)), fingerprint);
  }
}

TEST(FingerprintTest, HexOfEitherCaseIsRead) {
  EXPECT_EQ(from_hex("DEADbeef"), (Fingerprint{0xDEADBEEF, 0, 32}));
}

TEST(FingerprintTest, OtherTextsAreNotHex) {
  for (const char* text : {"", "0x", "abc", "1234567", "123456789", "0000000g", "-1234567", "+1234567",
                           " 1234567", "0x0x1234", "00000000000000000000000000000000f",
                           "0000000000000000000000000000000g", "g000000000000000 000000000000000"}) {
    EXPECT_EQ(from_hex(text), std::nullopt) << text;
  }
}

TEST(FingerprintTest, DecimalNumbersOfTheCorners) {
  const auto both = [](const Fingerprint& fingerprint) {
    return to_decimal(fingerprint, DecimalForm::signed_number) + " " +
           to_decimal(fingerprint, DecimalForm::unsigned_number);
  };
  EXPECT_EQ(both({0, 0, 64}), "0 0");
  EXPECT_EQ(both({0x80000000, 0, 32}), "-2147483648 2147483648");
  EXPECT_EQ(both({0xFFFFFFFF, 0, 32}), "-1 4294967295");
  EXPECT_EQ(both({kTop, 0, 64}), "-9223372036854775808 9223372036854775808");
  EXPECT_EQ(both({kAllOnes, 0, 64}), "-1 18446744073709551615");
  EXPECT_EQ(both({kTop - 1, 0, 64}), "9223372036854775807 9223372036854775807");
  EXPECT_EQ(both({0, kTop, 128}),
            "-170141183460469231731687303715884105728 170141183460469231731687303715884105728");
  EXPECT_EQ(both({kAllOnes, kAllOnes, 128}), "-1 340282366920938463463374607431768211455");
}

}  // namespace
}  // namespace neardup::internal
