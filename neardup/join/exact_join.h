// All similar pairs of a collection, none missed: candidates by the prefix filter, then the exact check.
//
// The sets are fetched twice in full, and again for candidates. Memory: as PrefixIndex says, plus that of the
// banded join.
#pragma once

#include "neardup/fingerprint/sketch_table.h"
#include "neardup/join/shingle_source.h"
#include "neardup/join/similar_pairs.h"
#include "neardup/join/similarity_options.h"

namespace neardup {

/// Uses the sizes and digests of the table only; it may have no bands. REQUIRES: at most 2^32 - 2 documents.
/// Throws Error for options out of range.
[[nodiscard]] SimilarPairs exact_join(const SketchTable& sketches, const ShingleSource& source,
                                      const SimilarityOptions& options = {});

}  // namespace neardup
