// Packed sets: what is packed comes back, common values are counted as a multiset, and no bytes lead outside.
#include "neardup/index/packed_sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <vector>

namespace neardup::internal::lsm {
namespace {

using Values = std::vector<std::uint32_t>;

std::string packed(Values values) {
  std::string bytes;
  append_packed(values, bytes);
  return bytes;
}

Values unpacked(const PackedSet& set) {
  Values values;
  set.for_each([&](std::uint32_t value) {
    values.push_back(value);
    return true;
  });
  return values;
}

TEST(PackedSetsTest, WhatIsPackedComesBackSorted) {
  std::mt19937 random(1);
  for (const std::size_t size : {0, 1, 2, 3, 7, 127, 128, 150, 5000, 20'000}) {
    for (const std::uint32_t range : {0U, 1U, 255U, 65'536U, 0xFFFF'FFFFU}) {
      Values values(size);
      for (std::uint32_t& value : values)
        value = range == 0 ? 9 : static_cast<std::uint32_t>(random()) & range;
      const std::string bytes = packed(values);
      const auto set = PackedSet::parse(bytes);
      ASSERT_TRUE(set);
      EXPECT_EQ(set->size(), size);
      std::ranges::sort(values);
      ASSERT_EQ(unpacked(*set), values);
    }
  }
  const Values ends = {0, 0xFFFF'FFFF};
  EXPECT_EQ(unpacked(*PackedSet::parse(packed(ends))), ends);
}

TEST(PackedSetsTest, AShingleOf150TakesAtMost28Bits) {
  std::mt19937 random(2);
  std::size_t bytes = 0;
  for (int i = 0; i < 100; ++i) {
    Values values(150);
    for (std::uint32_t& value : values) value = static_cast<std::uint32_t>(random());
    bytes += packed(values).size();
  }
  EXPECT_LT(bytes, 100U * 150 * 28 / 8 + 100 * 3);
}

/// Returns one set for each of the values.
std::vector<std::string> sets_of(const Values& values) {
  std::vector<std::string> sets;
  for (const std::uint32_t value : values) sets.push_back(packed(Values(value, value)));
  return sets;
}

void expect_sets(const PackedSets& sets, const Values& values) {
  ASSERT_EQ(sets.starts.size(), values.size() + 1);
  const std::vector<std::string> expected = sets_of(values);
  for (std::size_t i = 0; i < values.size(); ++i) ASSERT_EQ(sets.bytes_at(i, nullptr), expected[i]) << i;
}

TEST(PackedSetsTest, SharedSegmentsHoldTheSameSetsInOrder) {
  const MemoryPool pool;
  const auto made = [&](const Values& values, const PackedSets* shared) {
    const std::vector<std::string> sets = sets_of(values);
    PackedSetsWriter writer(pool, values.size() + (shared == nullptr ? 0 : shared->starts.size() - 1));
    if (shared != nullptr) writer.share(*shared);
    writer.copy(std::vector<std::string_view>(sets.begin(), sets.end()));
    return writer.finish();
  };
  const PackedSets one = made({5, 1, 200}, nullptr);
  const PackedSets two = made({7}, &one);
  const PackedSets three = made({}, &two);
  EXPECT_EQ(three.segments.size(), 2U);
  EXPECT_EQ(three.segments[0].data(), one.segments[0].data());  // not copied
  expect_sets(one, {5, 1, 200});
  expect_sets(three, {5, 1, 200, 7});
  const PackedSets joined = join_segments(pool, three);
  EXPECT_EQ(joined.segments.size(), 1U);
  EXPECT_EQ(joined.starts[4], joined.segments[0].size());
  EXPECT_EQ(joined.bytes(), three.bytes());
  expect_sets(joined, {5, 1, 200, 7});
}

TEST(PackedSetsTest, SegmentsAreSharedUpToSomeThousand) {
  constexpr std::size_t kTooMany = 100'000;
  const MemoryPool pool;
  const std::string set = packed({3, 4});
  PackedSetsWriter first(pool, 1);
  first.copy(std::vector<std::string_view>{set});
  const PackedSets one = first.finish();
  PackedSetsWriter writer(pool, kTooMany);
  std::size_t shared = 0;
  for (; shared < kTooMany && writer.can_share(one); ++shared) writer.share(one);
  EXPECT_GT(shared, 1000U);
  ASSERT_LT(shared, kTooMany);
  const PackedSets all = writer.finish();
  EXPECT_EQ(all.segments.size(), shared);
  for (std::size_t i = 0; i < shared; ++i) ASSERT_EQ(all.bytes_at(i, nullptr), set);
}

TEST(PackedSetsTest, CutOrExtendedBytesAreNoSet) {
  const std::string bytes = packed({5, 70'000, 90'000'000, 3'000'000'000});
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(PackedSet::parse(std::string_view(bytes).substr(0, length))) << length;
  }
  EXPECT_FALSE(PackedSet::parse(bytes + '\0'));
  EXPECT_FALSE(PackedSet::parse(std::string_view("\x01\x21\0\0\0\0\0", 7)));            // 33 bits
  EXPECT_FALSE(PackedSet::parse(std::string_view("\xFF\xFF\xFF\xFF\xFF\x01\x00", 7)));  // too long a size
}

std::size_t count_common(Values a, Values b) {
  std::ranges::sort(a);
  std::ranges::sort(b);
  Values common;
  std::ranges::set_intersection(a, b,
                                std::back_inserter(common));  // counts repeats as often as both have them
  return common.size();
}

TEST(PackedSetsTest, CountsWhatTwoSetsHaveInCommonWithRepeats) {
  std::mt19937 random(3);
  for (int i = 0; i < 3000; ++i) {
    const std::uint32_t range = 1 + static_cast<std::uint32_t>(random()) % 40;
    const auto make = [&] {
      Values values(random() % 30);
      for (std::uint32_t& value : values)
        value = (1 + static_cast<std::uint32_t>(random()) % range) * 0x0600'0001;
      return values;
    };
    const Values a = make();
    const Values b = make();
    const std::string bytes = packed(b);
    const std::size_t expected = count_common(a, b);
    const ShortHashTable table(a);
    for (std::size_t least = 0; least <= expected; ++least)
      ASSERT_EQ(table.count_common(*PackedSet::parse(bytes), least), expected);
    for (std::size_t least = expected + 1; least < 31; ++least)
      ASSERT_LT(table.count_common(*PackedSet::parse(bytes), least), least);
  }
}

}  // namespace
}  // namespace neardup::internal::lsm
