// Tables of tags: wherever two fingerprints differ, a find reports them once, and only once.
#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "neardup/index/hamming_index.h"
#include "tests/index/fingerprint_sets.h"
#include "tests/reference/hamming_oracle.h"

namespace neardup::internal {
namespace {

constexpr std::uint64_t kCentre = 1'000'000;  // its id

/// An index of strangers and one centre; the strangers decide how long the keys are.
HammingIndex make_index(const IndexOptions& options, const Fingerprint& centre, std::size_t strangers) {
  FingerprintSets sets(options.bits, 77);
  HammingIndex index(options);
  for (std::uint64_t i = 0; i < strangers; ++i) index.add(i, sets.fingerprint());
  index.add(kCentre, centre);
  index.compact();
  return index;
}

void turn(Fingerprint& fingerprint, int bit) {
  (bit < 64 ? fingerprint.low : fingerprint.high) ^= std::uint64_t{1} << (bit % 64);
}

/// The centre and everything within three bits of it: 43,745 of 64 bits.
std::vector<Fingerprint> all_within_three(const Fingerprint& centre) {
  std::vector<Fingerprint> near{centre};
  std::size_t done = 0;
  for (int weight = 1; weight <= 3; ++weight) {
    const std::size_t end = near.size();
    for (std::size_t i = done; i < end; ++i) {
      const Fingerprint from = near[i];
      const std::uint64_t turned_low = from.low ^ centre.low;
      const std::uint64_t turned_high = from.high ^ centre.high;
      const int first = turned_high != 0 ? 128 - std::countl_zero(turned_high)
                                         : 64 - std::countl_zero(turned_low);  // above the highest turned bit
      for (int bit = first; bit < centre.bits; ++bit) {
        turn(near.emplace_back(from), bit);
      }
    }
    done = end;
  }
  return near;
}

std::size_t count_centre(const FindResult& found, int distance) {
  std::size_t count = 0;
  for (const Hit& hit : found.hits) count += hit.id.number() == kCentre && hit.distance == distance ? 1 : 0;
  return count;
}

/// Every difference of up to three bits, asked for with every distance, and in a batch with the greatest.
void expect_each_once(const HammingIndex& index, const Fingerprint& centre) {
  const std::vector<Fingerprint> queries = all_within_three(centre);
  const std::vector<FindResult> batch = index.find_batch(queries);
  for (int asked = 0; asked <= index.options().max_distance; ++asked) {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const int distance = hamming_distance(queries[i], centre);
      const std::size_t expected = distance <= asked ? 1 : 0;
      ASSERT_EQ(count_centre(index.find(queries[i], asked), distance), expected)
          << to_hex(queries[i]) << " within " << asked << ": " << index.explain();
      if (asked == index.options().max_distance) {
        ASSERT_EQ(count_centre(batch[i], distance), expected) << to_hex(queries[i]);
      }
    }
  }
}

TEST(TagsTest, EveryDifferenceOfThreeBitsIsReportedOnce) {
  const Fingerprint centre{0x0123'4567'89AB'CDEF};
  ASSERT_EQ(all_within_three(centre).size(), 43'745U);
  for (int blocks = 1; blocks <= 5; ++blocks) {
    const int max_distance = std::min(3, blocks - 1);
    expect_each_once(make_index({.max_distance = max_distance, .blocks = blocks}, centre, 3000), centre);
  }
  expect_each_once(make_index({.max_distance = 4, .blocks = 5}, centre, 3000), centre);
  expect_each_once(make_index({.max_distance = 3, .blocks = 16}, centre, 3000), centre);  // whole blocks
}

TEST(TagsTest, KeysAsLongAsTheirBlocksLoseNothing) {
  const Fingerprint centre{0xFEDC'BA98'7654'3210};
  expect_each_once(make_index({.max_distance = 4, .blocks = 5}, centre, 140'000), centre);
}

TEST(TagsTest, EveryDifferenceOfThreeBitsOf128IsReportedOnce) {
  const Fingerprint centre{0x0123'4567'89AB'CDEF, 0xFEDC'BA98'7654'3210, 128};
  ASSERT_EQ(all_within_three(centre).size(), 349'633U);
  const HammingIndex index = make_index({.bits = 128, .max_distance = 3, .blocks = 4}, centre, 3000);
  for (const Fingerprint& query : all_within_three(centre)) {
    ASSERT_EQ(count_centre(index.find(query), hamming_distance(query, centre)), 1U) << to_hex(query);
  }
}

// Seven bits in eight blocks often leave no two blocks side by side without one: there the tag must be
// allowed to differ in its part of the next block.
TEST(TagsTest, WideFingerprintsAreFoundUpToTheGreatestDistance) {
  FingerprintSets sets(128, 33);
  const Fingerprint centre = sets.fingerprint();
  const HammingIndex index = make_index({.bits = 128, .max_distance = 7, .blocks = 8}, centre, 3000);
  for (int i = 0; i < 5000; ++i) {
    const int distance = 5 + i % 4;
    const Fingerprint query = sets.flipped(centre, distance);
    ASSERT_EQ(count_centre(index.find(query), distance), distance <= 7 ? 1U : 0U) << to_hex(query);
  }
}

TEST(TagsTest, EqualFingerprintsAreAllFoundWhicheverTableReportsThem) {
  for (const int bits : {64, 128}) {
    FingerprintSets sets(bits, 31);
    HammingIndex index({.bits = bits, .max_distance = 3, .blocks = 4});
    reference::HammingOracle oracle;
    const std::vector<Fingerprint> values = sets.random_set(700);
    for (std::uint64_t id = 0; id < 4000; ++id) {  // of some values one, of others twenty
      const Fingerprint& value = values[sets.number() % (sets.number() % values.size() + 1)];
      index.add(id, value);
      oracle.add(id, value);
    }
    index.compact();
    std::vector<Fingerprint> queries;
    for (const Fingerprint& value : values) {
      for (int distance = 0; distance <= 4; ++distance) queries.push_back(sets.flipped(value, distance));
    }
    const std::vector<FindResult> batch = index.find_batch(queries);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      ASSERT_EQ(index.find(queries[i]).hits, oracle.find(queries[i], 3)) << to_hex(queries[i]);
      ASSERT_EQ(batch[i].hits, oracle.find(queries[i], 3));
    }
  }
}

// All equal in the first half: tags say nothing in the last table (the next block is the first) and in the
// first one, whose bucket has a second level.
TEST(TagsTest, TagsThatAreAllEqualLoseNothing) {
  FingerprintSets sets(64, 32);
  HammingIndex index({.max_distance = 3, .blocks = 4});
  reference::HammingOracle oracle;
  std::vector<Fingerprint> members;
  for (std::uint64_t id = 0; id < 6000; ++id) {
    const Fingerprint member{0xABCD'EF01'0000'0000 | (sets.number() & 0xFFFF'FFFF)};
    members.push_back(member);
    index.add(id, member);
    oracle.add(id, member);
  }
  index.compact();
  for (std::size_t i = 0; i < members.size(); i += 7) {
    for (int distance = 0; distance <= 4; ++distance) {
      const Fingerprint query = sets.flipped(members[i], distance);
      ASSERT_EQ(index.find(query).hits, oracle.find(query, 3)) << to_hex(query);
    }
  }
}

}  // namespace
}  // namespace neardup::internal
