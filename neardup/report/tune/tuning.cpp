#include "neardup/report/tune/tuning.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>

#include "neardup/report/tune/distance_profile.h"
#include "neardup/report/tune/shared_shingles.h"
#include "neardup/sketch/sketch_plan.h"
#include "neardup/util/parallel.h"

namespace neardup::internal {
namespace {

constexpr std::size_t kFewShingles = 20;

std::size_t percent_of(double similarity) {
  return static_cast<std::size_t>(std::floor(similarity * 100 + 1e-9));
}

/// The counts of one thread; see Tuning::joint.
using JointCounts = std::vector<std::array<std::uint64_t, kPercents>>;

/// Returns the Jaccard similarity in percent, rounded down. Uses integers, so that exactly 0.8 gives 80.
std::size_t shared_percent(std::uint64_t common, std::uint64_t first, std::uint64_t second) {
  return static_cast<std::size_t>(100 * common / (first + second - common));
}

class PairCounter {
 public:
  PairCounter(std::span<const SampledDocument> documents, int bits)
      : documents_(documents), bits_(static_cast<std::size_t>(bits)) {}

  [[nodiscard]] JointCounts none() const { return JointCounts(bits_ + 2); }

  void add(std::uint32_t a, std::uint32_t b, std::uint32_t common, JointCounts& counts) const {
    const SampledDocument& first = documents_[a];
    const SampledDocument& second = documents_[b];
    if (first.digest == second.digest) return;
    const bool has_distance = first.fingerprint && second.fingerprint;
    const std::size_t row =
        has_distance ? static_cast<std::size_t>(hamming_distance(*first.fingerprint, *second.fingerprint))
                     : bits_ + 1;
    ++counts[row][shared_percent(common, first.shingles.size(), second.shingles.size())];
  }

 private:
  std::span<const SampledDocument> documents_;
  std::size_t bits_;
};

std::vector<std::uint64_t> all_distances(std::span<const SampledDocument> documents, int bits, int threads) {
  std::vector<std::uint64_t> words;
  std::vector<Bits128> wide;
  for (const SampledDocument& document : documents) {
    if (!document.fingerprint) continue;
    bits == 128 ? wide.push_back({document.fingerprint->low, document.fingerprint->high})
                : words.push_back(document.fingerprint->low);
  }
  return bits == 128 ? count_distances(wide, threads) : count_distances(words, bits, threads);
}

/// Returns the number of pairs of equal content, or of equal content and fingerprint, which must not count at
/// distance 0. The second number can be smaller: the same source text has other tokens in a file of another
/// programming language.
std::uint64_t equal_pairs(std::span<const SampledDocument> documents, bool with_fingerprint) {
  std::vector<std::tuple<ContentDigest, std::uint64_t, std::uint64_t>> keys;
  for (const SampledDocument& document : documents) {
    const bool counts = with_fingerprint && document.fingerprint;
    if (counts || !with_fingerprint)
      keys.emplace_back(document.digest, counts ? document.fingerprint->low : 0,
                        counts ? document.fingerprint->high : 0);
  }
  std::ranges::sort(keys);
  std::uint64_t pairs = 0;
  for (std::size_t begin = 0, end = 0; begin < keys.size(); begin = end) {
    while (end < keys.size() && keys[end] == keys[begin]) ++end;
    pairs += (end - begin) * (end - begin - 1) / 2;
  }
  return pairs;
}

void count_shared(const SharedShingles& shared, std::span<const SampledDocument> documents, int threads,
                  Tuning& tuning) {
  const PairCounter counter(documents, tuning.bits);
  std::vector<JointCounts> by_thread(static_cast<std::size_t>(threads), counter.none());
  std::vector<SharedShingles::Scratch> scratch(static_cast<std::size_t>(threads));
  run_tasks(threads, documents.size(), [&](std::size_t document, int thread) {
    const auto number = static_cast<std::uint32_t>(document);
    const auto worker = static_cast<std::size_t>(thread);
    shared.for_each_earlier(number, scratch[worker], [&](std::uint32_t earlier, std::uint32_t common) {
      counter.add(earlier, number, common, by_thread[worker]);
    });
  });
  tuning.joint = counter.none();
  for (const JointCounts& part : by_thread) {
    for (std::size_t row = 0; row < tuning.joint.size(); ++row) {
      for (std::size_t i = 0; i < kPercents; ++i) tuning.joint[row][i] += part[row][i];
    }
  }
}

}  // namespace

double Tuning::scale() const noexcept {
  if (compared < 2) return 1;
  const auto all = static_cast<double>(corpus_documents);
  const auto some = static_cast<double>(compared);
  return all * (all - 1) / (some * (some - 1));
}

std::uint64_t Tuning::similar(double least) const noexcept {
  std::uint64_t pairs = 0;
  for (std::size_t i = percent_of(least); i < kPercents; ++i) pairs += by_percent[i];
  return pairs;
}

std::uint64_t Tuning::within(int distance) const noexcept {
  std::uint64_t pairs = 0;
  for (std::size_t i = 0; i <= static_cast<std::size_t>(distance); ++i) pairs += by_distance[i];
  return pairs;
}

std::uint64_t Tuning::similar_within(int distance) const noexcept {
  std::uint64_t pairs = 0;
  for (std::size_t row = 0; row <= static_cast<std::size_t>(distance); ++row) {
    for (std::size_t i = percent_of(similarity); i < kPercents; ++i) pairs += joint[row][i];
  }
  return pairs;
}

Tuning tune(const CorpusSample& sample, const Recipe& recipe, const TuningOptions& options) {
  const int threads = thread_count(options.threads);
  Tuning tuning{.bits = recipe.steps().bits,
                .similarity = options.similarity,
                .corpus_documents = sample.corpus_documents,
                .corpus_bytes = sample.corpus_bytes,
                .sampled = sample.documents.size()};
  const SharedShingles shared(sample.documents, options.most_work, threads);
  const auto documents = std::span(sample.documents).first(shared.documents());
  tuning.compared = documents.size();
  for (const SampledDocument& document : documents) {
    tuning.without_fingerprint += document.fingerprint ? 0 : 1;
    tuning.few_shingles += document.shingles.size() < kFewShingles ? 1 : 0;
  }
  count_shared(shared, documents, threads, tuning);
  for (const auto& row : tuning.joint) {
    for (std::size_t i = 0; i < kPercents; ++i) tuning.by_percent[i] += row[i];
  }
  tuning.by_distance = all_distances(documents, tuning.bits, threads);
  tuning.by_distance[0] -= equal_pairs(documents, true);
  tuning.copies = equal_pairs(documents, false);
  return tuning;
}

std::vector<ThresholdQuality> distance_quality(const Tuning& tuning) {
  std::vector<ThresholdQuality> rows;
  const auto similar = static_cast<double>(tuning.similar(tuning.similarity));
  for (int distance = 0; distance <= tuning.bits / 4; ++distance) {
    const auto found = static_cast<double>(tuning.within(distance));
    const auto right = static_cast<double>(tuning.similar_within(distance));
    ThresholdQuality row{.threshold = static_cast<double>(distance), .found = found};
    if (similar > 0) row.recall = right / similar;
    if (found > 0) row.precision = right / found;
    rows.push_back(row);
  }
  return rows;
}

std::vector<ThresholdQuality> similarity_quality(const Tuning& tuning) {
  std::vector<ThresholdQuality> rows;
  const auto similar = static_cast<double>(tuning.similar(tuning.similarity));
  std::vector<double> thresholds = {0.5, 0.6, 0.7, 0.8, 0.9, 0.95};
  if (std::ranges::find(thresholds, tuning.similarity) == thresholds.end())
    thresholds.push_back(tuning.similarity);
  std::ranges::sort(thresholds);
  for (const double threshold : thresholds) {
    const bool is_banded = threshold >= kLeastBandedSimilarity;
    double found = 0;
    double right = 0;
    for (std::size_t i = percent_of(threshold); i < kPercents; ++i) {
      // Below kLeastBandedSimilarity the exact join runs and finds every pair.
      const double share =
          is_banded ? expected_recall(plan_sketch(threshold), static_cast<double>(i) / 100) : 1;
      found += static_cast<double>(tuning.by_percent[i]) * share;
      if (i >= percent_of(tuning.similarity)) right += static_cast<double>(tuning.by_percent[i]) * share;
    }
    ThresholdQuality row{.threshold = threshold, .found = found};
    if (similar > 0) row.recall = right / similar;
    if (found > 0) row.precision = right / found;
    rows.push_back(row);
  }
  return rows;
}

}  // namespace neardup::internal
