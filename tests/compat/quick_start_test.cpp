// Calls the two programs of the quick start and looks at what they did.
#include <gtest/gtest.h>

#include <iostream>

#include "simhash.h"

void TestBuildFromStringFeature();
int TestSimhashTable();

using Features = std::vector<Simhash::StringFeatureType>;
hash_t real_build(const Features& features, Simhash::HashFunc hasher) __asm__("__real_" BUILD_SYMBOL);
hash_t heard_build(const Features& features, Simhash::HashFunc hasher) __asm__("__wrap_" BUILD_SYMBOL);

namespace {
std::vector<hash_t> heard;  // NOLINT: what Simhash::Build has returned to anybody in this program
}

hash_t heard_build(const Features& features, Simhash::HashFunc hasher) {
  heard.push_back(real_build(features, hasher));
  return heard.back();
}

namespace {

TEST(QuickStartTest, TheFirstProgramBuildsTheValueOfTheOriginal) {
  heard.clear();
  TestBuildFromStringFeature();
  EXPECT_EQ(heard, std::vector<hash_t>{0x84ea1afb2892f9de});
}

TEST(QuickStartTest, TheSecondProgramFindsTheNearOnes) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(TestSimhashTable(), 0);
  std::cout << std::dec << std::noboolalpha << std::flush;  // the program leaves the stream otherwise
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "true\n"
            "ans.size() = 2. They are :\n0\n78\n\n"
            "ans.size() = 1. They are :\n0\n\n");
}

}  // namespace
