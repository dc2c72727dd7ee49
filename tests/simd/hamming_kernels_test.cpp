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

namespace neardup {
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
      std::size_t place = 5;
      EXPECT_TRUE(std::all_of(out, out + place, [](const TypeParam& word) { return word == TypeParam{}; }));
      for (const auto& part : parts) {
        EXPECT_TRUE(std::equal(part.begin(), part.end(), out + place));
        place += part.size();
      }
      EXPECT_EQ(out[place], TypeParam{});
    }
  });
}

}  // namespace
}  // namespace neardup
