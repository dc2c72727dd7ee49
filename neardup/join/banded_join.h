// All similar pairs of a collection, from sketches: candidates by bands, then the exact check.
//
// Every reported pair is right and has its exact similarity; a few are missed, as expected_recall says. The
// answer depends on the sketches and the options only, not on the number of threads.
//
// Memory beside the sketches: about 30 bytes a document, options.candidate_bytes, 32 MB of shingle sets a
// thread, and 16 bytes for each pair found. When templates crowd some bands, that of the exact join for the
// documents concerned.
#pragma once

#include "neardup/fingerprint/sketch_table.h"
#include "neardup/join/shingle_source.h"
#include "neardup/join/similar_pairs.h"
#include "neardup/join/similarity_options.h"

namespace neardup {

/// REQUIRES: sketches with bands, at most 2^32 - 2 documents. Throws Error for options out of range.
[[nodiscard]] SimilarPairs banded_join(const SketchTable& sketches, const ShingleSource& source,
                                       const SimilarityOptions& options = {});

}  // namespace neardup
