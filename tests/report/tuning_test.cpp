#include "neardup/report/tune/tuning.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <fstream>
#include <random>

#include "neardup/report/tune/distance_profile.h"
#include "tests/reference/similar_pairs.h"

namespace neardup::internal {
namespace {

/// Documents in families: some shingles of a parent exchanged, bits of its fingerprint flipped.
CorpusSample random_sample(std::size_t count, unsigned seed, std::size_t frame = 0) {
  std::mt19937_64 random(seed);
  CorpusSample sample{.corpus_documents = count};
  for (std::size_t i = 0; i < count; ++i) {
    SampledDocument document{.key = i, .digest = {.low = i + 1}, .fingerprint = Fingerprint{.low = random()}};
    for (std::size_t k = 0; k < 30; ++k) document.shingles.push_back(random() | 1);
    for (std::size_t k = 0; k < frame; ++k) document.shingles.push_back((k + 1) * 0x9E3779B97F4A7C15);
    if (i > 0 && i % 2 == 0) {
      const SampledDocument& parent = sample.documents[random() % i];
      const std::size_t edits = random() % 12;
      document.shingles = parent.shingles;
      for (std::size_t k = 0; k < edits; ++k) document.shingles[k] = random() | 1;
      document.fingerprint->low = parent.fingerprint->low;
      for (std::size_t k = 0; k < edits; ++k) document.fingerprint->low ^= std::uint64_t{1} << random() % 64;
      if (edits == 0) document.digest = parent.digest;
    }
    sample.documents.push_back(std::move(document));
  }
  return sample;
}

/// The obvious way: every pair, sets intersected.
Tuning reference_tuning(const CorpusSample& sample, double similarity) {
  Tuning tuning{.similarity = similarity, .compared = sample.documents.size()};
  tuning.by_distance.assign(65, 0);
  tuning.joint.resize(66);
  for (std::size_t i = 0; i < sample.documents.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const SampledDocument& a = sample.documents[i];
      const SampledDocument& b = sample.documents[j];
      tuning.copies += a.digest == b.digest ? 1 : 0;
      if (a.digest == b.digest) continue;
      reference::ShingleSet first = a.shingles;
      reference::ShingleSet second = b.shingles;
      std::ranges::sort(first);
      std::ranges::sort(second);
      const double jaccard = reference::jaccard(first, second);
      const auto distance = static_cast<std::size_t>(std::popcount(a.fingerprint->low ^ b.fingerprint->low));
      ++tuning.by_distance[distance];
      if (jaccard > 0) ++tuning.by_percent[static_cast<std::size_t>(jaccard * 100 + 1e-9)];
      if (jaccard > 0) ++tuning.joint[distance][static_cast<std::size_t>(jaccard * 100 + 1e-9)];
    }
  }
  return tuning;
}

TEST(TuningTest, CountsWhatEveryPairSays) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    const CorpusSample sample = random_sample(300, seed, seed % 2 * 10);
    const Tuning expected = reference_tuning(sample, 0.8);
    for (const int threads : {1, 3}) {
      const Tuning found = tune(sample, Recipe::named("text-1"), {.threads = threads});
      EXPECT_EQ(found.by_distance, expected.by_distance) << "seed " << seed;
      EXPECT_EQ(found.by_percent, expected.by_percent) << "seed " << seed;
      EXPECT_EQ(found.joint, expected.joint) << "seed " << seed;
      EXPECT_EQ(found.copies, expected.copies) << "seed " << seed;
      EXPECT_EQ(found.compared, 300U);
    }
    EXPECT_GT(expected.similar(0.8), 20U);
    EXPECT_GT(expected.copies, 0U);
  }
}

TEST(TuningTest, RecallAndPrecisionAreSharesOfThosePairs) {
  const CorpusSample sample = random_sample(400, 9);
  const Tuning tuning = tune(sample, Recipe::named("text-1"), {});
  const auto rows = distance_quality(tuning);
  ASSERT_EQ(rows.size(), 17U);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    double right = 0;
    double all = 0;
    double similar = 0;
    for (std::size_t d = 0; d < 65; ++d) {
      for (std::size_t percent = 80; percent <= 100; ++percent) {
        similar += static_cast<double>(tuning.joint[d][percent]);
        if (d <= k) right += static_cast<double>(tuning.joint[d][percent]);
      }
      if (d <= k) all += static_cast<double>(tuning.by_distance[d]);
    }
    EXPECT_DOUBLE_EQ(rows[k].recall.value(), right / similar);
    EXPECT_EQ(rows[k].precision.has_value(), all > 0);
    if (all > 0) {
      EXPECT_DOUBLE_EQ(rows[k].precision.value(), right / all);
    }
  }
  for (const ThresholdQuality& row : similarity_quality(tuning)) {
    if (row.threshold >= 0.8) {
      EXPECT_DOUBLE_EQ(row.precision.value_or(1), 1);
    }
    if (row.threshold < 0.8) {
      EXPECT_LT(row.precision.value(), 1);
    }
    if (row.threshold <= 0.8) {
      EXPECT_GT(row.recall.value(), 0.99);
    }
    if (row.threshold > 0.8) {
      EXPECT_LT(row.recall.value(), 0.99);
    }
  }
}

TEST(TuningTest, ComparesFewerDocumentsWhereTheyShareEverything) {
  const CorpusSample sample = random_sample(500, 5, 200);
  const Tuning tuning = tune(sample, Recipe::named("text-1"), {.most_work = 1'000'000});
  EXPECT_LT(tuning.compared, 150U);  // 150 * 149 / 2 * 200 shared shingles would be more
  EXPECT_GT(tuning.compared, 60U);
}

TEST(DistanceProfileTest, CountsEveryPairOfBothWidths) {
  std::mt19937_64 random(4);
  std::vector<std::uint64_t> words;
  std::vector<Bits128> wide;
  for (int i = 0; i < 700; ++i) {  // more than one block of the kernel
    words.push_back(random());
    wide.push_back({random(), random()});
  }
  std::vector<std::uint64_t> narrow_counts(65);
  std::vector<std::uint64_t> wide_counts(129);
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      ++narrow_counts[static_cast<std::size_t>(std::popcount(words[i] ^ words[j]))];
      ++wide_counts[static_cast<std::size_t>(std::popcount(wide[i].low ^ wide[j].low) +
                                             std::popcount(wide[i].high ^ wide[j].high))];
    }
  }
  EXPECT_EQ(count_distances(words, 64, 2), narrow_counts);
  EXPECT_EQ(count_distances(wide, 1), wide_counts);
}

class CorpusSampleTest : public testing::Test {
 protected:
  CorpusSampleTest() : folder_(std::filesystem::temp_directory_path() / "neardup_corpus_sample_test") {
    std::filesystem::create_directories(folder_);
    std::ofstream file(folder_ / "a.txt");
    for (int i = 0; i < 3000; ++i) {
      file << "line " << i;
      for (int word = 0; word < i % 40; ++word) file << " word" << (i * 31 + word * 17) % 900;
      file << "\n";
    }
  }
  ~CorpusSampleTest() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] CorpusSample sample(std::size_t documents, std::size_t bytes, int threads = 0) const {
    return sample_corpus({(folder_ / "a.txt").string()}, {.recipe = Recipe::named("text-1"),
                                                          .read = {.format = InputFormat::lines},
                                                          .threads = threads,
                                                          .most_documents = documents,
                                                          .most_bytes = bytes});
  }
  static std::vector<std::uint64_t> keys(const CorpusSample& sample) {
    std::vector<std::uint64_t> keys;
    for (const SampledDocument& document : sample.documents) keys.push_back(document.key);
    return keys;
  }
  static constexpr std::size_t kPlenty = std::size_t{1} << 30;

 private:
  std::filesystem::path folder_;
};

TEST_F(CorpusSampleTest, HoldsTheLowestKeysOfAnyNumberOfThreads) {
  const std::vector<std::uint64_t> all = keys(sample(10'000, kPlenty));
  ASSERT_EQ(all.size(), 3000U);
  EXPECT_TRUE(std::ranges::is_sorted(all));
  for (const int threads : {1, 2, 5}) {
    const CorpusSample some = sample(100, kPlenty, threads);
    EXPECT_EQ(keys(some), std::vector(all.begin(), all.begin() + 100));
    EXPECT_EQ(some.corpus_documents, 3000U);
  }
}

TEST_F(CorpusSampleTest, StaysWithinItsBytes) {
  const CorpusSample all = sample(10'000, kPlenty);
  constexpr std::size_t kMost = 20'000;
  std::size_t bytes = 0;
  std::size_t expected = 0;
  for (; bytes + all.documents[expected].bytes() <= kMost; ++expected)
    bytes += all.documents[expected].bytes();
  const CorpusSample some = sample(10'000, kMost);
  EXPECT_EQ(some.documents.size(), expected);
  std::vector<std::uint64_t> lowest = keys(all);
  lowest.resize(expected);
  EXPECT_EQ(keys(some), lowest);
}

}  // namespace
}  // namespace neardup::internal
