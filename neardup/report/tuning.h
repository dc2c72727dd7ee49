// What a sample of a corpus says about thresholds: how far apart its documents are, which of them are truly
// similar, and how many of those each distance and each similarity would find.
//
// Every pair of the sample is looked at, exactly: distances by one popcount, similarities by counting shared
// shingles over lists of the documents that have each shingle. Pairs are counted, never kept. Where templates
// make everything share shingles the lists are long, so the work is bounded by comparing fewer documents.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "neardup/report/corpus_sample.h"

namespace neardup {

inline constexpr std::size_t kPercents = 101;  // similarities from 0 to 1, rounded down

struct Tuning {
  int bits = 64;
  double similarity = 0.8;  // what counts as truly similar
  std::uint64_t corpus_documents = 0;
  std::uint64_t corpus_bytes = 0;
  std::uint64_t sampled = 0;
  std::uint64_t compared = 0;             // of them; fewer where the work was bounded
  std::uint64_t without_fingerprint = 0;  // of those compared
  std::uint64_t few_shingles = 0;         // of those compared: too few for one edit not to matter
  std::uint64_t copies = 0;  // pairs of equal content, left out below: every threshold finds them

  std::vector<std::uint64_t> by_distance = {};           // pairs, 0 to the width
  std::array<std::uint64_t, kPercents> by_percent = {};  // pairs that share a shingle
  /// Pairs that share a shingle, by distance and percent; the last row: no distance.
  std::vector<std::array<std::uint64_t, kPercents>> joint = {};

  [[nodiscard]] std::uint64_t pairs() const noexcept {
    return compared * (compared - (compared > 0 ? 1 : 0)) / 2;
  }
  /// What a pair of the sample stands for in the corpus.
  [[nodiscard]] double scale() const noexcept;
  /// Pairs of at least this similarity.
  [[nodiscard]] std::uint64_t similar(double similarity) const noexcept;
  [[nodiscard]] std::uint64_t within(int distance) const noexcept;
  /// Truly similar ones among those within the distance.
  [[nodiscard]] std::uint64_t similar_within(int distance) const noexcept;
};

/// Shares from 0 to 1; no value when there is nothing to take a share of.
struct ThresholdQuality {
  double threshold = 0;
  double found = 0;  // pairs of the sample
  std::optional<double> recall = {};
  std::optional<double> precision = {};
};

struct TuningOptions {
  double similarity = 0.8;
  int threads = 0;
  std::uint64_t most_work = 2'000'000'000;  // shared shingles that are counted
};

[[nodiscard]] Tuning tune(const CorpusSample& sample, const Recipe& recipe, const TuningOptions& options);

/// Distances from 0 on, as far as they make sense for the width.
[[nodiscard]] std::vector<ThresholdQuality> distance_quality(const Tuning& tuning);
/// Similarities; recall is that of the banded search, by its formula, on the similarities of the sample.
[[nodiscard]] std::vector<ThresholdQuality> similarity_quality(const Tuning& tuning);

/// Plain sentences: which threshold, which rule, what to beware of.
[[nodiscard]] std::vector<std::string> tuning_advice(const Tuning& tuning);

}  // namespace neardup
