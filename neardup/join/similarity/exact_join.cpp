#include "neardup/join/similarity/exact_join.h"

#include <cstdint>
#include <vector>

#include "neardup/join/similarity/prefix_candidates.h"
#include "neardup/join/similarity/similarity_join.h"

namespace neardup::internal {

SimilarPairs exact_join(const SketchTable& sketches, const ShingleSource& source,
                        const SimilarityOptions& options) {
  constexpr double kLeastSimilarity = 0.2;
  require_valid(sketches, options, kLeastSimilarity);
  const auto find = [&](const std::vector<std::uint32_t>& firsts, const PairFilter& filter,
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
