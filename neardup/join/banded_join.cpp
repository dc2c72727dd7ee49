#include "neardup/join/banded_join.h"

#include <cstdint>
#include <vector>

#include "neardup/join/band_candidates.h"
#include "neardup/join/prefix_candidates.h"
#include "neardup/join/similarity_join.h"

namespace neardup {

SimilarPairs banded_join(const SketchTable& sketches, const ShingleSource& source,
                         const SimilarityOptions& options) {
  require_valid(sketches, options, kLeastBandedSimilarity);
  const auto find = [&](const std::vector<std::uint32_t>& firsts, const PairFilter& filter,
                        CandidateStore& store, JoinControl& control, SimilarityStats& stats) {
    stats.expected_recall = expected_recall(sketches.plan(), options.min_similarity);
    const std::vector<std::uint32_t> crowded = find_band_candidates(firsts, filter, store, control);
    stats.crowded = crowded.size();
    if (crowded.empty()) return;
    find_prefix_candidates(crowded, {sketches, source, options.min_similarity}, filter, store, control);
  };
  return join_similar(sketches, source, options, 1.0 + sketches.plan().bands, find);
}

}  // namespace neardup
