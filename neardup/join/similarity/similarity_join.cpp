// Both joins take the same steps; they differ in how they find candidates.
#include "neardup/join/similarity/similarity_join.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "neardup/join/join_control.h"
#include "neardup/join/similarity/band_candidates.h"
#include "neardup/join/similarity/candidate_store.h"
#include "neardup/join/similarity/equal_sets.h"
#include "neardup/join/similarity/prefix_candidates.h"
#include "neardup/util/error.h"

namespace neardup::internal {

namespace {

/// Throws Error unless the options fit the collection and the similarity is between `least` and 1.
void require_valid(const SketchTable& sketches, const SimilarityOptions& options, double least) {
  const auto refuse = [](const std::string& message) {
    throw Error(ErrorCode::invalid_argument, "similarity join: " + message);
  };
  if (!(options.min_similarity >= least && options.min_similarity <= 1)) {
    refuse(fmt::format("the similarity must be from {} to 1, got {}", least, options.min_similarity));
  }
  if (!options.compartments.empty() && options.compartments.size() != sketches.size()) {
    refuse(fmt::format("{} documents need as many compartments, got {}", sketches.size(),
                       options.compartments.size()));
  }
  if (sketches.size() >= std::numeric_limits<std::uint32_t>::max()) {
    refuse(fmt::format("at most 2^32 - 2 documents, got {}", sketches.size()));
  }
}

/// Collapses equal sets, calls find_candidates(firsts, filter, store, control, parts, stats) and
/// checks the candidates that it added. `work` says how often the join visits each document, for
/// progress reports.
template <typename FindCandidates>
SimilarPairs join_similar(const SketchTable& sketches, const ShingleSource& source,
                          const SimilarityOptions& options, double work,
                          const FindCandidates& find_candidates) {
  const JoinOptions common = {.threads = options.threads,
                              .max_pairs = options.max_pairs,
                              .progress = options.progress,
                              .stop = options.stop};
  const double with_check = options.check_progress ? 1 : 1.3;
  JoinControl control(common, work * static_cast<double>(sketches.size()) * with_check);
  EqualSets sets = find_equal_sets(sketches, options, control);
  const PairFilter filter(sketches, sets, options);
  const CheckInput check{sketches, source, options.min_similarity, options.check_progress};
  CandidateStore store(check, options.candidate_bytes, control);
  SimilarityStats stats;
  SimilarPairParts parts;
  find_candidates(sets.firsts, filter, store, control, parts, stats);
  parts.near = store.finish();
  parts.copies = std::move(sets.copies);
  stats.candidates = store.candidates();
  stats.copies = parts.copies.size();
  stats.without_shingles = sets.without_shingles;
  stats.overflowed = control.overflowed();
  stats.stopped = options.stop.stop_requested();
  if (stats.overflowed) parts.near = {};
  if (stats.stopped) parts = {};
  control.finish();
  return {std::move(parts), stats, options.reference_documents};
}

}  // namespace

SimilarPairs banded_join(const SketchTable& sketches, const ShingleSource& source,
                         const SimilarityOptions& options) {
  require_valid(sketches, options, kLeastBandedSimilarity);
  const auto find = [&](std::span<const std::uint32_t> firsts, const PairFilter& filter,
                        CandidateStore& store, JoinControl& control, SimilarPairParts& parts,
                        SimilarityStats& stats) {
    constexpr std::size_t kLargestGroup = 256;
    constexpr std::size_t kFewPairs = 12;
    stats.expected_recall = expected_recall(sketches.plan(), options.min_similarity);
    CrowdedGroups groups =
        find_band_candidates(firsts, filter, options.leave_dense ? kFewPairs : kLargestGroup, store, control);
    std::vector<std::uint32_t> dense;
    std::ranges::copy_if(firsts, std::back_inserter(dense),
                         [&](std::uint32_t document) { return groups.dense[document]; });
    stats.crowded = dense.size();
    if (dense.empty()) return;
    if (options.leave_dense) {
      store.forget_pairs_among(groups.dense);  // found before they turned out to be dense
      parts.left_out.dense = std::move(groups.dense);
      parts.left_out.crowded = std::move(groups.crowded);
      return;
    }
    find_prefix_candidates(dense, {sketches, source, options.min_similarity}, filter, store, control);
  };
  return join_similar(sketches, source, options, 1.0 + sketches.plan().bands, find);
}

SimilarPairs exact_join(const SketchTable& sketches, const ShingleSource& source,
                        const SimilarityOptions& options) {
  constexpr double kLeastSimilarity = 0.2;
  require_valid(sketches, options, kLeastSimilarity);
  const auto find = [&](std::span<const std::uint32_t> firsts, const PairFilter& filter,
                        CandidateStore& store, JoinControl& control, SimilarPairParts& parts,
                        SimilarityStats&) {
    if (options.leave_dense) {
      parts.left_out.dense.resize(sketches.size());
      for (const std::uint32_t document : firsts) parts.left_out.dense[document] = true;
      return;
    }
    find_prefix_candidates(firsts, {sketches, source, options.min_similarity}, filter, store, control);
  };
  return join_similar(sketches, source, options, 4, find);
}

}  // namespace neardup::internal
