// Finds which documents of a collection an archive of similarity already has: find_in_archive for a
// SimilarityIndex. The collection keeps no texts, so they are read again, on all threads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "neardup/collection/collection.h"
#include "neardup/index/similarity_index.h"

namespace neardup::internal {

/// A new document and the most similar archived document; among equally similar ones, that of the smallest id.
struct SimilarArchiveHit {
  std::uint32_t document = 0;
  std::uint32_t entry = 0;  // index into SimilarArchiveHits::ids
  double similarity = 0;
  friend bool operator==(const SimilarArchiveHit&, const SimilarArchiveHit&) = default;
};

struct SimilarArchiveHits {
  std::vector<SimilarArchiveHit> hits = {};  // sorted by document
  std::vector<std::string> ids = {};  // ids of the archived documents found, in the order of their first hits
};

/// Returns a hit for every new document that has a similar archived document. A document without shingles is
/// found by its content. The result is the same for any number of threads. REQUIRES: the index has shingles of
/// the collection's recipe and boilerplate, and the collection has no compartments. Throws Error when the file
/// of the index is damaged, or when an input file has changed.
[[nodiscard]] SimilarArchiveHits find_in_archive(const Collection& collection, const SimilarityIndex& index,
                                                 double min_similarity, int threads = 0);

}  // namespace neardup::internal
