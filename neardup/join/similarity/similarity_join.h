// Finds the similar pairs of a collection: candidates from sketches or from rare shingles, then an exact check.
//
// Every reported pair is correct and has its exact similarity. The answer depends only on the sketches and the
// options, not on the number of threads.
#pragma once

#include "neardup/join/compact_pairs.h"
#include "neardup/join/similarity/shingle_source.h"
#include "neardup/join/similarity_options.h"
#include "neardup/sketch/sketch_table.h"

namespace neardup::internal {

/// Returns the similar pairs that the bands (LSH) find. A few pairs are missed, at the rate that expected_recall
/// gives.
///
/// Memory besides the sketches: about 30 bytes per document, options.candidate_bytes, 32 MB of shingle sets per
/// thread, and 16 bytes per pair found. Documents in bands that templates crowd also need the memory of the exact
/// join.
/// REQUIRES: the sketches have bands; at most 2^32 - 2 documents. Throws Error for options out of range.
[[nodiscard]] SimilarPairs banded_join(const SketchTable& sketches, const ShingleSource& source,
                                       const SimilarityOptions& options = {});

/// Returns all similar pairs, without missing any: candidates by the prefix filter. Fetches every set twice, and
/// the sets of candidates once more. Uses only the sizes and digests of the table, which need not have bands.
///
/// Memory: that of PrefixIndex plus that of the banded join.
/// REQUIRES: at most 2^32 - 2 documents. Throws Error for options out of range.
[[nodiscard]] SimilarPairs exact_join(const SketchTable& sketches, const ShingleSource& source,
                                      const SimilarityOptions& options = {});

}  // namespace neardup::internal
