// What of a collection is in an archive already: an index of fingerprints, of documents that were read long
// ago. Each new document is asked for once; the index itself stays where it is, on disk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "neardup/fingerprint/collection.h"
#include "neardup/index/hamming_index.h"

namespace neardup {

/// The nearest archived document of a new one; of equally near ones that with the smallest id.
struct ArchiveHit {
  std::uint32_t document = 0;
  std::uint32_t entry = 0;  // in ArchiveHits::ids
  int distance = 0;
  friend bool operator==(const ArchiveHit&, const ArchiveHit&) = default;
};

struct ArchiveHits {
  std::vector<ArchiveHit> hits = {};  // by document
  std::vector<std::string> ids = {};  // of the archived documents that were found, in the order of the hits
};

/// Everything within the distance; documents without a fingerprint are in no archive. The same for any number
/// of threads. REQUIRES: the index has fingerprints of the collection's recipe and was planned for the
/// distance. Throws Error when the file of the index is damaged.
[[nodiscard]] ArchiveHits find_in_archive(const Collection& collection, const HammingIndex& index,
                                          int max_distance, int threads = 0);

}  // namespace neardup
