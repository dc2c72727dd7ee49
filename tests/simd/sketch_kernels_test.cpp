#include "neardup/simd/sketch_kernels.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <span>
#include <vector>

#include "tests/reference/sketch.h"
#include "tests/simd/every_target.h"

namespace neardup::internal {
namespace {

TEST(SketchKernelsTest, EqualThePlainLoopOnEveryTargetForEverySizeAndNumberOfFunctions) {
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> shingles(130);
  std::vector<std::uint32_t> multipliers(160);
  for (std::uint64_t& shingle : shingles) shingle = random();
  for (std::uint32_t& multiplier : multipliers) multiplier = static_cast<std::uint32_t>(random());
  on_every_target([&] {
    for (std::size_t size = 0; size <= shingles.size(); ++size) {
      for (std::size_t hashes = 0; hashes <= multipliers.size(); hashes += simd::kHashStep) {
        std::vector<std::uint32_t> minima(hashes);
        std::vector<std::uint32_t> maxima(hashes);
        const auto some = std::span(shingles).first(size);
        simd::find_extremes(some, std::span(multipliers).first(hashes), {minima, maxima});
        for (std::size_t i = 0; i < hashes; ++i) {
          const reference::Extremes expected = reference::extremes(some, multipliers[i]);
          ASSERT_EQ(minima[i], expected.least) << "function " << i << " of " << hashes << ", " << size;
          ASSERT_EQ(maxima[i], expected.greatest) << "function " << i << " of " << hashes << ", " << size;
        }
      }
    }
  });
}

}  // namespace
}  // namespace neardup::internal
