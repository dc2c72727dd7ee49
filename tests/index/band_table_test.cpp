// Tables of bands: a look-up returns exactly the entries of a key, for every number of bits of the bucket.
#include "neardup/index/band_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace neardup::internal::lsm {
namespace {

BandTable make_table(std::vector<std::uint64_t> entries) {
  std::ranges::sort(entries);
  BandTableWriter writer(MemoryPool(), entries.size());
  for (const std::uint64_t entry : entries) writer.append(entry);
  return writer.finish();
}

void expect_all_found(const std::vector<std::uint32_t>& keys, const std::vector<std::uint32_t>& strangers) {
  std::vector<std::uint64_t> entries;
  for (std::uint32_t place = 0; place < keys.size(); ++place)
    entries.push_back(std::uint64_t{keys[place]} << 32 | place);
  const BandTable table = make_table(entries);
  const auto places_of = [&](std::uint32_t key) {
    const auto found = table.places_of(table.narrow(table.open(key, nullptr), key, nullptr), nullptr);
    return std::vector<std::uint32_t>(found.begin(), found.end());
  };
  const auto expect_key = [&](std::uint32_t key) {
    std::vector<std::uint32_t> expected;
    for (std::uint32_t place = 0; place < keys.size(); ++place) {
      if (keys[place] == key) expected.push_back(place);
    }
    ASSERT_EQ(places_of(key), expected) << key << " of " << keys.size();
  };
  for (std::size_t i = 0; i < keys.size(); i += 1 + keys.size() / 40) expect_key(keys[i]);
  for (const std::uint32_t key : strangers) expect_key(key);
}

TEST(BandTableTest, ALookUpReturnsTheEntriesOfTheKey) {
  std::mt19937 random(1);
  std::vector<std::uint32_t> strangers = {0, 1, 0x8000'0000, 0xFFFF'FFFF};
  for (int i = 0; i < 10; ++i) strangers.push_back(static_cast<std::uint32_t>(random()));
  for (const std::size_t size : {0, 1, 7, 16, 100, 3000, 70'000, 600'000, 1'200'000}) {
    std::vector<std::uint32_t> keys(size);
    for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random());
    for (std::size_t i = 0; i < size / 2; i += 3) keys[i] = keys[size / 2];  // one key that many share
    expect_all_found(keys, strangers);
  }
}

// Keys that agree in the last or in the first 16 bits: only the whole key decides.
TEST(BandTableTest, KeysThatAgreeInHalfOfTheirBitsAreToldApart) {
  std::vector<std::uint32_t> keys;
  for (std::uint32_t i = 0; i < 300; ++i) {
    keys.push_back(i << 16 | 7);
    keys.push_back(7 << 16 | i);
  }
  expect_all_found(keys, {300 << 16 | 7, 7 << 16 | 300, 7, 7 << 16});
}

}  // namespace
}  // namespace neardup::internal::lsm
