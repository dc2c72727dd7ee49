// Finds the documents that another document contains word for word (rule Contained), and misses none.
//
// If a document contains another, it has all its shingles, the rarest too. So every document is looked up by its
// rarest shingle only, among the documents that have it; and a document with a shingle of its own is contained in
// no other and needs no look at all, which is the case of most. The sets are read from the files three times: to
// count how many documents have each shingle, to find the rarest of each, and to find who has those. The words of
// the few candidates are then compared in the texts themselves, so nothing that is found is wrong.
//
// Containment is transitive: what a removed document contains is also in the document kept in its place. So each
// document is settled by itself, on all threads, by the largest document that contains it, and that one stays.
//
// Memory: 2 to 4 bytes per shingle of the collection, at most 512 MB; 16 bytes per document that has no shingle of
// its own, and 8 for every document that has the rarest shingle of such a one.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "neardup/collection/collection.h"
#include "neardup/join/compact_pairs.h"

namespace neardup::internal {

struct ContainmentOptions {
  int threads = 0;  // 0: one per core
  /// Called on the calling thread with the share of the work done, ascending.
  std::function<void(double)> progress = {};
  std::stop_token stop = {};  // polled often; a stopped search finds nothing
};

/// A document and the largest one that contains it, which no other contains.
struct ContainedLink {
  std::uint32_t document = 0;
  std::uint32_t container = 0;
  double similarity = 0;  // Jaccard similarity of the shingle sets, of which one includes the other
};

struct ContainedDocuments {
  std::vector<ContainedLink> links = {};  // by document
  std::uint64_t candidates = 0;           // pairs whose words were compared

  /// Returns the links as pairs, sorted.
  [[nodiscard]] std::vector<SimilarPair> pairs() const;
};

/// Finds all documents, except those of the reference, that another of their compartment contains. Of documents
/// with the same tokens, the first contains the others. Documents of fewer tokens than a shingle has are contained
/// in none but those. REQUIRES: the rule of the collection is Contained. Throws Error, also if a file has changed.
[[nodiscard]] ContainedDocuments find_contained(const Collection& collection,
                                                const ContainmentOptions& options);

}  // namespace neardup::internal
