#include "neardup/report/tune/tuning.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "neardup/report/tune/corpus_sample.h"
#include "neardup/report/tune/distance_profile.h"
#include "neardup/sketch/sketch_plan.h"
#include "neardup/util/parallel.h"

namespace neardup::internal {
namespace {

// Counts the shingles that two documents of a sample share, for all pairs that share any: an inverted index
// with the list of documents of each shingle, walked document by document. Exact, without a threshold.

class SharedShingles {
 public:
  /// Indexes the documents. Limits the comparison to as many, from the first on, as take at most `most_work`
  /// steps, but at least two; one step is one shingle shared by one pair. REQUIRES: the documents outlive
  /// this object.
  SharedShingles(std::span<const SampledDocument> documents, std::uint64_t most_work, int threads);

  /// Returns the number of documents that are compared.
  [[nodiscard]] std::size_t documents() const noexcept { return documents_; }

  /// Reusable memory, one per thread.
  struct Scratch {
    std::vector<std::uint32_t> common = {};   // by document: shared shingles; all 0 between calls
    std::vector<std::uint32_t> touched = {};  // documents that share a shingle
  };

  /// Calls visit(earlier document, shared shingles) for every earlier document that shares a shingle.
  template <typename Visit>
  void for_each_earlier(std::uint32_t document, Scratch& scratch, const Visit& visit) const {
    scratch.common.resize(documents_);
    scratch.touched.clear();
    for (std::size_t i = firsts_[document]; i < firsts_[document + 1]; ++i) {
      for (std::size_t position = lists_[i]; holders_[position] != document; ++position) {
        const std::uint32_t earlier = holders_[position];
        if (scratch.common[earlier]++ == 0) scratch.touched.push_back(earlier);
      }
    }
    for (const std::uint32_t earlier : scratch.touched) {
      visit(earlier, scratch.common[earlier]);
      scratch.common[earlier] = 0;
    }
  }

 private:
  struct Holder;
  void limit_work(std::span<const std::uint64_t> work, std::uint64_t most_work);

  std::size_t documents_ = 0;
  std::vector<std::uint32_t> holders_;  // documents of each shingle that several documents have, ascending
  std::vector<std::size_t> lists_;      // by document: where the lists of its shingles begin in holders_
  std::vector<std::size_t> firsts_;     // by document: its first entry in lists_
};

struct SharedShingles::Holder {
  std::uint64_t shingle;
  std::uint32_t document;
  friend bool operator<(const Holder& a, const Holder& b) {
    return std::tuple(a.shingle, a.document) < std::tuple(b.shingle, b.document);
  }
};

SharedShingles::SharedShingles(std::span<const SampledDocument> documents, std::uint64_t most_work,
                               int threads)
    : documents_(documents.size()) {
  // Partitions by the top byte first, so that threads can sort the parts.
  std::array<std::vector<Holder>, 256> parts;
  for (std::uint32_t i = 0; i < documents.size(); ++i) {
    for (const std::uint64_t shingle : documents[i].shingles) parts[shingle >> 56].push_back({shingle, i});
  }
  run_tasks(threads, parts.size(),
            [&](std::size_t part, int) { std::ranges::sort(parts[part], std::less<>()); });

  // Builds the lists first, then the offsets of each document's lists by counting sort.
  struct Entry {
    std::uint32_t document;
    std::size_t list;
  };
  std::vector<Entry> entries;
  std::vector<std::uint64_t> work(documents.size());
  for (std::vector<Holder>& part : parts) {
    for (std::size_t begin = 0, end = 0; begin < part.size(); begin = end) {
      while (end < part.size() && part[end].shingle == part[begin].shingle) ++end;
      if (end - begin < 2) continue;
      const std::size_t list = holders_.size();
      for (std::size_t i = begin; i < end; ++i) {
        holders_.push_back(part[i].document);
        entries.push_back({part[i].document, list});
        work[part[i].document] += i - begin;
      }
    }
    part = {};
  }
  firsts_.assign(documents.size() + 1, 0);
  for (const Entry& entry : entries) ++firsts_[entry.document + 1];
  for (std::size_t i = 0; i < documents.size(); ++i) firsts_[i + 1] += firsts_[i];
  lists_.resize(entries.size());
  std::vector<std::size_t> next(firsts_.begin(), firsts_.end() - 1);
  for (const Entry& entry : entries) lists_[next[entry.document]++] = entry.list;
  limit_work(work, most_work);
}

void SharedShingles::limit_work(std::span<const std::uint64_t> work, std::uint64_t most_work) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < work.size(); ++i) {
    sum += work[i];
    if (sum > most_work && i >= 2) {
      documents_ = i;
      return;
    }
  }
}

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
