// Candidates by the prefix filter: every pair that is similar enough, and few others.
#pragma once

#include <cstdint>
#include <span>

#include "neardup/join/candidate_store.h"
#include "neardup/join/equal_sets.h"
#include "neardup/join/join_control.h"
#include "neardup/join/prefix_index.h"

namespace neardup {

/// Adds to the store every pair of the documents that reaches the similarity, each at most once, and some
/// that do not. Memory: that of PrefixIndex, and 8 bytes a document for each thread.
void find_prefix_candidates(std::span<const std::uint32_t> documents, const PrefixInput& input,
                            const PairFilter& filter, CandidateStore& store, JoinControl& control);

}  // namespace neardup
