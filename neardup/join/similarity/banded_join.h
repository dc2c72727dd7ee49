// Finds the similar pairs of a collection from sketches: candidates by bands (LSH), then an exact
// check.
//
// Every reported pair is correct and has its exact similarity; a few pairs are missed, at the rate
// that expected_recall gives. The answer depends only on the sketches and the options, not on the
// number of threads.
//
// Memory besides the sketches: about 30 bytes per document, options.candidate_bytes, 32 MB of
// shingle sets per thread, and 16 bytes per pair found. Documents in bands that templates crowd
// also need the memory of the exact join.
#pragma once

#include "neardup/join/compact_pairs.h"
#include "neardup/join/similarity/shingle_source.h"
#include "neardup/join/similarity_options.h"
#include "neardup/sketch/sketch_table.h"

namespace neardup::internal {

/// Returns the similar pairs that the bands find.
/// REQUIRES: the sketches have bands; at most 2^32 - 2 documents. Throws Error for options out of
/// range.
[[nodiscard]] SimilarPairs banded_join(const SketchTable& sketches, const ShingleSource& source,
                                       const SimilarityOptions& options = {});

}  // namespace neardup::internal
