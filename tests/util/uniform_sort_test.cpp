#include "neardup/util/uniform_sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace neardup::internal {
namespace {

template <typename Value>
void expect_sorted(std::vector<Value> values) {
  std::vector<Value> expected = values;
  std::ranges::sort(expected);
  sort_uniform(values);
  ASSERT_EQ(values, expected);
}

template <typename Value>
void expect_all_sizes_sorted() {
  std::mt19937_64 random(1);
  for (const std::size_t size : {0, 1, 2, 3, 15, 16, 17, 146, 255, 256, 1000, 70'000}) {
    std::vector<Value> values(size);
    for (const int shift : {0, 20, 31}) {  // uniform, crowded into a few buckets, mostly equal
      std::ranges::generate(values,
                            [&] { return static_cast<Value>(static_cast<Value>(random()) >> shift); });
      expect_sorted(values);
    }
  }
}

TEST(UniformSortTest, SortsAnyNumberOf32BitValues) { expect_all_sizes_sorted<std::uint32_t>(); }
TEST(UniformSortTest, SortsAnyNumberOf64BitValues) { expect_all_sizes_sorted<std::uint64_t>(); }

TEST(UniformSortTest, SortsTheExtremes) {
  expect_sorted<std::uint32_t>({0xFFFF'FFFF, 0, 0xFFFF'FFFF, 1, 0});
  expect_sorted<std::uint64_t>({~std::uint64_t{0}, 0, ~std::uint64_t{0}, 1, 0});
}

}  // namespace
}  // namespace neardup::internal
