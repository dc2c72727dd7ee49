// Adds documents of a collection to an index of similarity: add_kept() without a result.
#pragma once

#include <span>

#include "neardup/collection/collection.h"
#include "neardup/dedup/dedup.h"
#include "neardup/index/similarity_index.h"

namespace neardup::internal {

/// Reads the documents again, on all threads, and adds their shingles. Never replaces an entry. Throws Error.
IndexAdditions add_documents(const Collection& collection, std::span<const Ordinal> documents,
                             SimilarityIndex& index, int threads);

}  // namespace neardup::internal
