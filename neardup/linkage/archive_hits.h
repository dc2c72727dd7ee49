// Finds which documents of a collection an archive already has. An archive is an index of the fingerprints of
// documents read earlier. Each new document probes the index once; the index itself stays on disk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "neardup/collection/collection.h"
#include "neardup/index/hamming_index.h"

namespace neardup::internal {

/// A new document and its nearest archived document; among equally near ones, the one with the smallest id.
struct ArchiveHit {
  std::uint32_t document = 0;
  std::uint32_t entry = 0;  // index into ArchiveHits::ids
  int distance = 0;
  friend bool operator==(const ArchiveHit&, const ArchiveHit&) = default;
};

struct ArchiveHits {
  std::vector<ArchiveHit> hits = {};  // sorted by document
  std::vector<std::string> ids = {};  // ids of the archived documents found, in the order of their first hits
};

/// Returns a hit for every new document that has an archived document within the distance. Documents without
/// a fingerprint have no hit. The result is the same for any number of threads. REQUIRES: the index has
/// fingerprints of the collection's recipe and was planned for the distance. Throws Error when the file of
/// the index is damaged.
[[nodiscard]] ArchiveHits find_in_archive(const Collection& collection, const HammingIndex& index,
                                          int max_distance, int threads = 0);

}  // namespace neardup::internal
