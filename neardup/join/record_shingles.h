// Shingle sets of documents whose texts are on disk: read again, cut again, whenever a join asks.
#pragma once

#include "neardup/fingerprint/collection.h"
#include "neardup/join/shingle_source.h"

namespace neardup {

/// Documents of different compartments have no shingle in common. REQUIRES: the collection outlives the
/// source. The source throws Error when a file has changed.
[[nodiscard]] ShingleSource shingles_from_records(const Collection& collection);
[[nodiscard]] ShingleBatchSource shingle_batches_from_records(const Collection& collection);

}  // namespace neardup
