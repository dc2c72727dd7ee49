// The scan on every target, at every length around the sizes of vectors, against the plain loop.
#include "neardup/simd/within_kernels.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <vector>

#include "tests/simd/every_target.h"

namespace neardup::internal::simd {
namespace {

int distance_of(std::uint64_t a, std::uint64_t b) { return std::popcount(a ^ b); }
int distance_of(const Bits128& a, const Bits128& b) {
  return distance_of(a.low, b.low) + distance_of(a.high, b.high);
}

template <typename Word>
std::vector<ScanHit> plain_loop(const std::vector<Word>& entries, const Word& query, int max_distance) {
  std::vector<ScanHit> hits;
  for (std::uint32_t i = 0; i < entries.size(); ++i) {
    const int distance = distance_of(entries[i], query);
    if (distance <= max_distance) hits.push_back({i, static_cast<std::uint32_t>(distance)});
  }
  return hits;
}

template <typename Word>
std::vector<ScanHit> run_kernel(const std::vector<Word>& entries, const Word& query, int max_distance) {
  std::vector<ScanHit> hits(entries.size());
  hits.resize(scan_within(std::span<const Word>(entries), query, max_distance, hits.data()));
  return hits;
}

/// Words with few ones or many, so that every distance to the query occurs.
std::uint64_t make_word(std::mt19937_64& random) {
  std::uint64_t word = random();
  for (std::uint64_t i = random() % 6; i > 0; --i) word &= random();
  return random() % 2 == 0 ? word : ~word;
}

TEST(WithinKernelsTest, FindsWhatThePlainLoopFindsInWordsOf64Bits) {
  on_every_target([] {
    std::mt19937_64 random(1);
    for (std::size_t length = 0; length <= 130; ++length) {
      std::vector<std::uint64_t> entries(length);
      for (std::uint64_t& entry : entries) entry = make_word(random);
      for (const int distance : {0, 1, 3, 7, 16, 31, 63, 64}) {
        for (const std::uint64_t query : {std::uint64_t{0}, ~std::uint64_t{0}, make_word(random)}) {
          ASSERT_EQ(run_kernel(entries, query, distance), plain_loop(entries, query, distance)) << length;
        }
      }
    }
  });
}

TEST(WithinKernelsTest, FindsWhatThePlainLoopFindsInWordsOf128Bits) {
  on_every_target([] {
    std::mt19937_64 random(2);
    for (std::size_t length = 0; length <= 130; ++length) {
      std::vector<Bits128> entries(length);
      for (Bits128& entry : entries) entry = {make_word(random), make_word(random)};
      for (const int distance : {0, 3, 7, 32, 64, 127, 128}) {
        const Bits128 query{make_word(random), make_word(random)};
        ASSERT_EQ(run_kernel(entries, query, distance), plain_loop(entries, query, distance)) << length;
      }
    }
  });
}

std::vector<std::uint32_t> plain_loop_of_tags(const std::vector<std::uint16_t>& tags, std::uint16_t query,
                                              int max_distance) {
  std::vector<std::uint32_t> indices;
  for (std::uint32_t i = 0; i < tags.size(); ++i) {
    if (distance_of(tags[i], query) <= max_distance) indices.push_back(i);
  }
  return indices;
}

TEST(WithinKernelsTest, FindsWhatThePlainLoopFindsInTags) {
  on_every_target([] {
    std::mt19937_64 random(3);
    for (std::size_t length = 0; length <= 130; ++length) {
      std::vector<std::uint16_t> tags(length);  // its own allocation: a sanitizer sees a read beyond it
      for (std::uint16_t& tag : tags) tag = static_cast<std::uint16_t>(make_word(random));
      for (int distance = 0; distance <= 16; ++distance) {
        for (const std::uint64_t query : {std::uint64_t{0}, std::uint64_t{0xFFFF}, make_word(random)}) {
          const auto tag = static_cast<std::uint16_t>(query);
          std::vector<std::uint32_t> indices(length);
          indices.resize(scan_tags_within(tags, tag, distance, indices.data()));
          ASSERT_EQ(indices, plain_loop_of_tags(tags, tag, distance)) << length << ", " << distance;
        }
      }
    }
  });
}

TEST(WithinKernelsTest, JudgesEveryTagRight) {
  std::vector<std::uint16_t> tags(65536);
  for (std::size_t i = 0; i < tags.size(); ++i) tags[i] = static_cast<std::uint16_t>(i);
  on_every_target([&] {
    for (const std::uint16_t query : std::initializer_list<std::uint16_t>{0, 0x8001, 0xFFFF}) {
      for (int distance = 0; distance <= 16; ++distance) {
        std::vector<std::uint32_t> indices(tags.size());
        indices.resize(scan_tags_within(tags, query, distance, indices.data()));
        ASSERT_EQ(indices, plain_loop_of_tags(tags, query, distance)) << distance;
      }
    }
  });
}

}  // namespace
}  // namespace neardup::internal::simd
