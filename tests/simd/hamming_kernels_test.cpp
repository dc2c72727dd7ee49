// The kernels of the join on every target, at every length around the sizes of their groups, against plain
// loops.
#include "neardup/simd/hamming_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "neardup/simd/partition_kernels.h"
#include "neardup/simd/word_bits.h"
#include "tests/join/fingerprint_sets.h"
#include "tests/reference/near_pairs.h"
#include "tests/simd/every_target.h"

namespace neardup::internal {
namespace {

template <typename Word>
class HammingKernelsTest : public testing::Test {
 public:
  using Pairs = std::vector<std::pair<Word, Word>>;
  static constexpr int kWidth = static_cast<int>(sizeof(Word)) * 8;

  /// The smaller value first, sorted: kernels promise no order.
  static Pairs sorted(const simd::FoundValues<Word>& found) {
    Pairs pairs;
    for (const auto& pair : found.pairs) pairs.push_back(std::minmax(pair.first, pair.second));
    std::sort(pairs.begin(), pairs.end());
    return pairs;
  }

  static Pairs expected(std::span<const Word> words, int max_distance,
                        const std::vector<simd::EarlierBlock<Word>>& earlier) {
    Pairs pairs;
    for (std::size_t i = 0; i < words.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const bool is_earlier = std::any_of(earlier.begin(), earlier.end(), [&](const auto& block) {
          return simd::bits_set(simd::bit_and(simd::bit_xor(words[i], words[j]), block.mask)) <= block.radius;
        });
        if (reference::distance_of(words[i], words[j]) > max_distance || is_earlier) continue;
        pairs.push_back(std::minmax(words[i], words[j]));
      }
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
  }

  /// Those of the pairs that lie across the border.
  static Pairs across(Pairs pairs, const Word& border) {
    std::erase_if(pairs, [&](const auto& pair) { return !(pair.first < border && !(pair.second < border)); });
    return pairs;
  }

  /// Clustered words without copies.
  static std::vector<Word> distinct_words(std::size_t size, std::uint64_t seed) {
    SetMaker maker(seed);
    std::vector<Word> words = maker.clustered<Word>(size, 5);
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
  }
};

using Widths = testing::Types<std::uint64_t, Bits128>;
TYPED_TEST_SUITE(HammingKernelsTest, Widths);

TYPED_TEST(HammingKernelsTest, ScanAndTablesReportThePairsOfThePlainLoop) {
  const auto scratch = std::make_unique<simd::TableScratch>();
  const std::vector<simd::EarlierBlock<TypeParam>> earlier{{simd::bit_range<TypeParam>(3, 20), 1}};
  on_every_target([&] {
    for (std::size_t size = 0; size <= 300; size += size < 130 ? 1 : 17) {
      auto words = TestFixture::distinct_words(size, size);
      for (const int distance : {0, 1, 3, 7, 16}) {
        const simd::PairRule<TypeParam> rule{distance, TestFixture::kWidth, earlier};
        const auto expected = TestFixture::expected(words, distance, earlier);
        simd::FoundValues<TypeParam> scanned;
        simd::scan({words, {}, true}, rule, scanned);
        EXPECT_EQ(TestFixture::sorted(scanned), expected) << size << " words, distance " << distance;
        simd::FoundValues<TypeParam> found;
        const simd::TableOutcome outcome = simd::join_by_tables(words, rule, *scratch, found);
        EXPECT_EQ(outcome.size, words.size());
        EXPECT_EQ(TestFixture::sorted(found), outcome.finished ? expected : typename TestFixture::Pairs{});
      }
    }
  });
}

TYPED_TEST(HammingKernelsTest, ScanAndTablesReportThePairsAcrossABorderOfThePlainLoop) {
  const auto scratch = std::make_unique<simd::TableScratch>();
  const std::vector<simd::EarlierBlock<TypeParam>> earlier{{simd::bit_range<TypeParam>(3, 20), 1}};
  on_every_target([&] {
    for (std::size_t size = 2; size <= 600; size += size < 200 ? 3 : 37) {
      const auto words = TestFixture::distinct_words(size, size);
      const std::size_t border = size / 3 % words.size();
      const std::span<const TypeParam> asked = std::span(words).subspan(border);
      for (const int distance : {0, 1, 3, 7, 16}) {
        const simd::PairRule<TypeParam> rule{distance, TestFixture::kWidth, earlier};
        const auto expected =
            TestFixture::across(TestFixture::expected(words, distance, earlier), words[border]);
        simd::FoundValues<TypeParam> scanned;
        simd::scan({std::span(words).first(border), {&asked, 1}, false}, rule, scanned);
        EXPECT_EQ(TestFixture::sorted(scanned), expected) << size << " words, distance " << distance;
        simd::FoundValues<TypeParam> found;
        const bool finished = simd::cross_by_tables(words, border, rule, *scratch, found);
        EXPECT_EQ(TestFixture::sorted(found), finished ? expected : typename TestFixture::Pairs{});
      }
    }
  });
}

/// Large buckets are joined by pairs of pieces. Narrow fields make them meet in every combination.
TYPED_TEST(HammingKernelsTest, LargeBucketsReportThePairsOfThePlainLoop) {
  const auto scratch = std::make_unique<simd::TableScratch>();
  for (const auto& [distance, field_bits] : {std::pair{1, 23}, {2, 30}, {3, 36}, {4, 43}, {5, 54}}) {
    SetMaker maker(static_cast<std::uint64_t>(distance));
    std::vector<TypeParam> words = maker.random_set<TypeParam>(6'000);
    for (TypeParam& word : words) word = simd::bit_and(word, simd::bit_range<TypeParam>(0, field_bits));
    for (std::size_t i = 0; i < 6'000; ++i) {
      TypeParam near = words[i];
      for (std::size_t flips = i % (static_cast<std::size_t>(distance) + 1); flips > 0; --flips) {
        const int bit = static_cast<int>(maker.below(static_cast<std::size_t>(field_bits)));
        near = simd::bit_xor(near, simd::bit_range<TypeParam>(bit, bit + 1));
      }
      words.push_back(near);
    }
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    const auto expected = TestFixture::expected(words, distance, {});
    ASSERT_GT(expected.size(), 2'000U);
    on_every_target([&] {
      simd::FoundValues<TypeParam> found;
      ASSERT_TRUE(simd::join_by_tables(words, {distance, field_bits, {}}, *scratch, found).finished);
      EXPECT_EQ(TestFixture::sorted(found), expected) << "distance " << distance;
      found = {};
      const std::size_t half = words.size() / 2;
      ASSERT_TRUE(simd::cross_by_tables(words, half, {distance, field_bits, {}}, *scratch, found));
      EXPECT_EQ(TestFixture::sorted(found), TestFixture::across(expected, words[half]));
    });
  }
}

/// Every way in which two words can differ in at most 3 of 48 bits: 18,473 pairs that share nothing else.
TYPED_TEST(HammingKernelsTest, LargeBucketsFindEveryDifference) {
  const auto scratch = std::make_unique<simd::TableScratch>();
  SetMaker maker(8);
  const TypeParam field = simd::bit_range<TypeParam>(0, 48);
  std::vector<TypeParam> words;
  std::size_t planted = 0;
  const auto join = [&] {
    simd::FoundValues<TypeParam> found;
    ASSERT_TRUE(simd::join_by_tables(words, {3, 48, {}}, *scratch, found).finished);
    EXPECT_GE(found.pairs.size(), words.size() / 2);
    const auto pairs = TestFixture::sorted(found);
    EXPECT_EQ(std::adjacent_find(pairs.begin(), pairs.end()), pairs.end());
    for (std::size_t i = 0; i < words.size(); i += 2) {
      const std::pair<TypeParam, TypeParam> pair = std::minmax(words[i], words[i + 1]);
      EXPECT_TRUE(std::binary_search(pairs.begin(), pairs.end(), pair));
    }
    planted += words.size() / 2;
    words.clear();
  };
  for (int a = 0; a < 48; ++a) {
    for (int b = a; b < 48; ++b) {
      for (int c = b; c < 48; ++c) {
        if (a == b && b != c) continue;  // else a difference of two bits would come twice
        const auto bit = [](int number) { return simd::bit_range<TypeParam>(number, number + 1); };
        const TypeParam base = simd::bit_and(maker.random_set<TypeParam>(1).front(), field);
        words.push_back(base);
        words.push_back(simd::bit_xor(base, simd::bit_or(bit(a), simd::bit_or(bit(b), bit(c)))));
        if (words.size() == 20'000) join();
      }
    }
  }
  while (words.size() < 16'000) {  // the rest, so that it is large too
    words.push_back(simd::bit_and(maker.random_set<TypeParam>(1).front(), field));
    words.push_back(simd::bit_xor(words.back(), simd::bit_range<TypeParam>(0, 1)));
  }
  join();
  EXPECT_GE(planted, 18'472U);
}

TYPED_TEST(HammingKernelsTest, TablesDropCopiesAndKeepTheOrderOfTheRest) {
  const auto scratch = std::make_unique<simd::TableScratch>();
  SetMaker maker(4);
  on_every_target([&] {
    for (std::size_t size = 0; size <= 130; ++size) {
      const auto values = maker.random_set<TypeParam>(size / 3 + 1);
      std::vector<TypeParam> words;
      for (std::size_t i = 0; i < size; ++i) words.push_back(values[maker.below(values.size())]);
      std::vector<TypeParam> distinct;
      for (const TypeParam& word : words) {
        if (std::find(distinct.begin(), distinct.end(), word) == distinct.end()) distinct.push_back(word);
      }
      simd::FoundValues<TypeParam> found;
      const auto outcome = simd::join_by_tables(words, {3, TestFixture::kWidth, {}}, *scratch, found);
      ASSERT_TRUE(outcome.finished);
      words.resize(outcome.size);
      EXPECT_EQ(words, distinct);
      EXPECT_EQ(found.copies.size(), size - distinct.size());
    }
  });
}

TYPED_TEST(HammingKernelsTest, ScatterPutsEveryWordIntoItsPart) {
  SetMaker maker(6);
  on_every_target([&] {
    for (std::size_t size = 0; size <= 130; ++size) {
      const auto words = maker.random_set<TypeParam>(size);
      const simd::PartitionKey key{.rotation = static_cast<int>(maker.below(60)), .bits = 3};
      std::vector<std::uint32_t> positions(8);
      simd::count_parts(words, key, positions);
      std::vector<std::vector<TypeParam>> parts(8);
      for (const TypeParam& word : words) {
        const TypeParam rotated = simd::rotate_up(word, key.rotation);
        parts[static_cast<std::size_t>(simd::top_bits(rotated, 3))].push_back(rotated);
      }
      std::uint32_t begin = 5;  // the first part does not begin at the beginning of a line
      for (std::size_t i = 0; i < 8; ++i) {
        ASSERT_EQ(positions[i], parts[i].size());
        begin += std::exchange(positions[i], begin);
      }
      struct alignas(64) Line {
        TypeParam words[64 / sizeof(TypeParam)];
      };
      std::vector<Line> target(80);
      simd::scatter_parts(words, key, positions, target.front().words);
      const TypeParam* out = target.front().words;
      std::size_t position = 5;
      EXPECT_TRUE(
          std::all_of(out, out + position, [](const TypeParam& word) { return word == TypeParam{}; }));
      for (const auto& part : parts) {
        EXPECT_TRUE(std::equal(part.begin(), part.end(), out + position));
        position += part.size();
      }
      EXPECT_EQ(out[position], TypeParam{});
    }
  });
}

}  // namespace
}  // namespace neardup::internal
