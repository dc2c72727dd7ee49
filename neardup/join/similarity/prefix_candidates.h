// Finds candidates by the prefix filter: every pair that is similar enough, and few others.
#pragma once

#include <cstdint>
#include <span>

#include "neardup/join/join_control.h"
#include "neardup/join/similarity/candidate_store.h"
#include "neardup/join/similarity/equal_sets.h"
#include "neardup/join/similarity/shingle_source.h"
#include "neardup/sketch/sketch_table.h"

namespace neardup::internal {

struct PrefixInput {
  const SketchTable& sketches;
  const ShingleSource& source;
  double min_similarity;
};

/// Adds to the store every pair of the documents that reaches the similarity and passes the filter,
/// each once, and some pairs that do not reach it. Fetches every set twice. Memory: that of
/// PrefixIndex, plus 8 bytes per document and thread.
void find_prefix_candidates(std::span<const std::uint32_t> documents, const PrefixInput& input,
                            const PairFilter& filter, CandidateStore& store, JoinControl& control);

}  // namespace neardup::internal
