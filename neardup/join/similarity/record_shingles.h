// Shingle sets of documents on disk: reads and shingles a text again whenever a join asks for its
// set.
#pragma once

#include "neardup/collection/collection.h"
#include "neardup/join/similarity/shingle_source.h"

namespace neardup::internal {

/// Return sources that read the collection's files. Sets of different compartments share no
/// shingles. The sources are thread-safe and throw Error if a file has changed. REQUIRES: the
/// collection outlives the source
[[nodiscard]] ShingleSource shingles_from_records(const Collection& collection);
[[nodiscard]] ShingleBatchSource shingle_batches_from_records(const Collection& collection);

}  // namespace neardup::internal
