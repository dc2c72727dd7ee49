#include "neardup/join/similarity/banded_join.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "neardup/join/similarity/band_candidates.h"
#include "neardup/join/similarity/prefix_candidates.h"
#include "neardup/join/similarity/similarity_join.h"

namespace neardup::internal {

SimilarPairs banded_join(const SketchTable& sketches, const ShingleSource& source,
                         const SimilarityOptions& options) {
  require_valid(sketches, options, kLeastBandedSimilarity);
  const auto find = [&](const std::vector<std::uint32_t>& firsts, const PairFilter& filter,
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
      parts.left_out.dense = std::move(groups.dense);
      parts.left_out.crowded = std::move(groups.crowded);
      return;
    }
    find_prefix_candidates(dense, {sketches, source, options.min_similarity}, filter, store, control);
  };
  return join_similar(sketches, source, options, 1.0 + sketches.plan().bands, find);
}

}  // namespace neardup::internal
