// From bands to candidates: the documents that agree in enough bands.
//
// A pair is reported by the band that makes it a candidate, its first or second equal one, so there is
// nothing to deduplicate and pairs that agree in one band only are never stored. A group that is too large to
// be compared pair by pair is first split by each earlier band: documents that share one template often agree
// in one band and seldom in two. What is crowded even so is handed on to a search by prefixes, which leave
// common shingles out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/join/candidate_store.h"
#include "neardup/join/equal_sets.h"
#include "neardup/join/join_control.h"

namespace neardup {

/// By document. A pair of two dense documents may be missing from the candidates.
struct CrowdedGroups {
  std::vector<bool> dense = {};    // in a group too large for the candidates
  std::vector<bool> crowded = {};  // in a group of more than 256: similar ones are pairs whatever their bands
};

/// Adds the candidates among the first documents to the store, but for pairs inside groups of more than
/// `largest_group` documents, at most 256, that agree in two bands (or in the one that is enough). REQUIRES:
/// the documents are ascending
[[nodiscard]] CrowdedGroups find_band_candidates(std::span<const std::uint32_t> documents,
                                                 const PairFilter& filter, std::size_t largest_group,
                                                 CandidateStore& store, JoinControl& control);

/// The number of bands in which two documents agree.
[[nodiscard]] int equal_bands(const SketchTable& sketches, std::uint32_t a, std::uint32_t b) noexcept;

}  // namespace neardup
