// Finds candidate pairs by bands: documents whose sketches agree in enough bands.
//
// The band that makes a pair a candidate (its first or second equal band, as the plan says) reports
// it, so there is nothing to deduplicate, and pairs that agree in too few bands are never stored. A
// group too large to compare pair by pair is first split by each earlier band: documents that share
// one template often agree in one band and seldom in two. Groups that stay crowded go to the prefix
// filter, whose prefixes leave out common shingles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/join/join_control.h"
#include "neardup/join/similarity/candidate_store.h"
#include "neardup/join/similarity/equal_sets.h"

namespace neardup::internal {

/// Marks documents of large groups, indexed by document. A pair of two dense documents may be
/// missing from the candidates.
struct CrowdedGroups {
  /// In a group too large to yield candidates.
  std::vector<bool> dense = {};
  /// In a group of more than 256 documents: two similar ones are a pair whatever their bands.
  std::vector<bool> crowded = {};
  /// In a group too large to list its pairs. Only for sketches that do not fit into memory.
  std::vector<bool> large = {};
};

/// Adds the candidates among the documents to the store. Leaves out pairs inside groups of more
/// than `largest_group` documents (at most 256) that agree in two bands, or in one band if one is
/// enough.
/// REQUIRES: the documents are in ascending order, each the first of its set
[[nodiscard]] CrowdedGroups find_band_candidates(std::span<const std::uint32_t> documents,
                                                 const PairFilter& filter, std::size_t largest_group,
                                                 CandidateStore& store, JoinControl& control);

/// Returns the number of bands in which two documents agree.
[[nodiscard]] int equal_bands(const SketchTable& sketches, std::uint32_t a, std::uint32_t b) noexcept;

}  // namespace neardup::internal
