// Finds which documents of a collection an archive already has. An archive is an index of documents read
// earlier, of their fingerprints or of their shingles. Each new document probes the index once; the index itself
// stays on disk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "neardup/collection/collection.h"
#include "neardup/index/hamming_index.h"
#include "neardup/index/similarity_index.h"

namespace neardup::internal {

/// A new document and its nearest archived document; among equally near ones, the one with the smallest id.
struct ArchiveHit {
  std::uint32_t document = 0;
  std::uint32_t entry = 0;  // index into ArchiveHits::ids
  double score = 0;         // a distance or a similarity, as the index measures
  friend bool operator==(const ArchiveHit&, const ArchiveHit&) = default;
};

struct ArchiveHits {
  std::vector<ArchiveHit> hits = {};  // sorted by document
  std::vector<std::string> ids = {};  // ids of the archived documents found, in the order of their first hits
};

struct ArchiveSearch {
  int threads = 0;            // 0: one per core. The answer does not depend on it.
  std::stop_token stop = {};  // a stopped search lacks hits
};

/// Returns a hit for every new document that has an archived document within the distance. Documents without
/// a fingerprint have no hit. REQUIRES: the index has fingerprints of the collection's recipe and was planned
/// for the distance. Throws Error when the file of the index is damaged.
[[nodiscard]] ArchiveHits find_in_archive(const Collection& collection, const HammingIndex& index,
                                          int max_distance, const ArchiveSearch& search = {});

/// Returns a hit for every new document that has a similar archived document. A document without shingles is
/// found by its content. The collection keeps no texts, so they are read again. REQUIRES: the index has shingles
/// of the collection's recipe and was planned for the similarity; the collection has no compartments and no
/// boilerplate. Throws Error when the file of the index is damaged, or when an input file has changed.
[[nodiscard]] ArchiveHits find_in_archive(const Collection& collection, const SimilarityIndex& index,
                                          double min_similarity, const ArchiveSearch& search = {});

}  // namespace neardup::internal
