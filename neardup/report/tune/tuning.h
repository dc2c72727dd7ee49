// Shows what a sample of a corpus says about thresholds: how far apart its documents are, which of them are
// truly similar, and how many of those each distance and each similarity would find.
//
// Compares every pair of the sample exactly: distances by one popcount, similarities by counting shared
// shingles over the lists of documents that have each shingle. Counts pairs and never stores them. Where
// templates make everything share shingles, the lists are long; comparing fewer documents bounds the work.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "neardup/report/tune/corpus_sample.h"

namespace neardup::internal {

inline constexpr std::size_t kPercents = 101;  // similarities from 0 to 1, rounded down

struct Tuning {
  int bits = 64;
  double similarity = 0.8;  // what counts as truly similar
  std::uint64_t corpus_documents = 0;
  std::uint64_t corpus_bytes = 0;
  std::uint64_t sampled = 0;
  std::uint64_t compared = 0;             // sampled documents compared; fewer where the work was bounded
  std::uint64_t without_fingerprint = 0;  // compared documents without a fingerprint
  std::uint64_t few_shingles = 0;         // compared documents with so few shingles that one edit matters
  std::uint64_t copies = 0;  // pairs of equal content, not counted below: every threshold finds them

  std::vector<std::uint64_t> by_distance = {};           // pairs by distance, 0 to the width
  std::array<std::uint64_t, kPercents> by_percent = {};  // pairs that share a shingle, by percent
  /// Pairs that share a shingle, by distance and percent; the last row holds pairs without a distance.
  std::vector<std::array<std::uint64_t, kPercents>> joint = {};

  /// Returns the number of pairs of compared documents.
  [[nodiscard]] std::uint64_t pairs() const noexcept {
    return compared * (compared - (compared > 0 ? 1 : 0)) / 2;
  }
  /// Returns the factor from a count of pairs in the sample to an estimate for the corpus.
  [[nodiscard]] double scale() const noexcept;
  /// Returns the number of pairs of at least this similarity.
  [[nodiscard]] std::uint64_t similar(double similarity) const noexcept;
  /// Returns the number of pairs within the distance.
  [[nodiscard]] std::uint64_t within(int distance) const noexcept;
  /// Returns the number of truly similar pairs within the distance.
  [[nodiscard]] std::uint64_t similar_within(int distance) const noexcept;
};

/// How good a threshold is. Recall and precision are shares from 0 to 1, without a value when they would
/// divide by zero.
struct ThresholdQuality {
  double threshold = 0;
  double found = 0;  // pairs of the sample that it finds
  std::optional<double> recall = {};
  std::optional<double> precision = {};
};

struct TuningOptions {
  double similarity = 0.8;
  int threads = 0;
  std::uint64_t most_work = 2'000'000'000;  // limit on the shared shingles counted
};

/// Compares the documents of the sample.
[[nodiscard]] Tuning tune(const CorpusSample& sample, const Recipe& recipe, const TuningOptions& options);

/// Returns the quality of the distances from 0 to a quarter of the width.
[[nodiscard]] std::vector<ThresholdQuality> distance_quality(const Tuning& tuning);
/// Returns the quality of common similarities and of the chosen one. Recall is that of the banded
/// search, from its formula and the similarities of the sample.
[[nodiscard]] std::vector<ThresholdQuality> similarity_quality(const Tuning& tuning);

}  // namespace neardup::internal
