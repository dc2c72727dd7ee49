// From bands to candidates: the documents that agree in enough bands.
//
// A pair is reported by the band that makes it a candidate, its first or second equal one, so there is
// nothing to deduplicate and pairs that agree in one band only are never stored. A group that is too large to
// be compared pair by pair is first split by each earlier band: documents that share one template often agree
// in one band and seldom in two. What is crowded even so is handed on for the exact join, whose prefixes
// leave common shingles out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/join/candidate_store.h"
#include "neardup/join/equal_sets.h"
#include "neardup/join/join_control.h"

namespace neardup {

/// Adds the candidates among the first documents to the store. Returns, ascending, the documents of crowded
/// groups; pairs of these have to be found in another way.
[[nodiscard]] std::vector<std::uint32_t> find_band_candidates(std::span<const std::uint32_t> documents,
                                                              const PairFilter& filter, CandidateStore& store,
                                                              JoinControl& control);

}  // namespace neardup
