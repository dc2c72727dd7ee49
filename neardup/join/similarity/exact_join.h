// Finds all similar pairs of a collection without missing any: candidates by the prefix filter,
// then an exact check.
//
// The join fetches every set twice, and the sets of candidates once more. Memory: that of
// PrefixIndex plus that of the banded join.
#pragma once

#include "neardup/join/compact_pairs.h"
#include "neardup/join/similarity/shingle_source.h"
#include "neardup/join/similarity_options.h"
#include "neardup/sketch/sketch_table.h"

namespace neardup::internal {

/// Returns all similar pairs. Uses only the sizes and digests of the table, which need not have
/// bands.
/// REQUIRES: at most 2^32 - 2 documents. Throws Error for options out of range.
[[nodiscard]] SimilarPairs exact_join(const SketchTable& sketches, const ShingleSource& source,
                                      const SimilarityOptions& options = {});

}  // namespace neardup::internal
