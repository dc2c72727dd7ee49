// Star linkage by similarity. The search finds kept documents by the rarest shingles of their sets
// (PrefixTable) and checks every match exactly.
//
// Documents are processed in batches. All threads read the sets of a batch and compare them with
// the documents kept before it; then one thread settles the batch in order, comparing each document
// with those newly kept in the batch.
//
// Memory: that of PrefixTable for the kept documents, one byte per kept document and thread, 4 MB
// of sets per batch, and 16 MB per thread as a cache for sets of kept documents.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "neardup/join/similarity/shingle_source.h"
#include "neardup/join/star_search.h"
#include "neardup/sketch/sketch_table.h"

namespace neardup::internal {

struct SimilarStarInput {
  const SketchTable& sketches;  // gives the sizes of the sets
  ShingleSource source;         // fetches the set of one document
  ShingleBatchSource batches;   // fetches the same sets, many at a time
  double min_similarity = 0.8;
  std::vector<bool> is_dense = {};  // by document: takes part in the search, as query and as match
  /// Decides whether two documents that are similar enough are a pair.
  std::function<bool(std::uint32_t, std::uint32_t)> is_pair = {};
  /// True: counts the shingles of all dense documents, not only those of a sample. That reads every
  /// text once more, but keeps shingles that only one document has out of the table.
  bool count_all = false;
  int threads = 0;                 // 0: one per core
  std::size_t batch_shingles = 0;  // 0: the 4 MB above; any value gives the same answer
  /// Called on the calling thread with the share of the work done, ascending.
  std::function<void(double)> progress = {};
};

/// Returns a star search by similarity.
[[nodiscard]] std::unique_ptr<StarSearch> make_similar_star(SimilarStarInput input);

}  // namespace neardup::internal
