// Star linkage by similarity: kept documents are found by the rarest shingles of their sets (PrefixTable),
// and every match is checked exactly.
//
// Documents are taken in batches. All threads read the sets of a batch and compare them with the documents
// that were kept before it; then the batch is settled in order, against those that it has newly kept.
//
// Memory: that of PrefixTable for the kept documents, a byte per kept document for each thread, 4 MB of sets
// in a batch, and 16 MB per thread for kept sets that were needed before.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "neardup/fingerprint/sketch_table.h"
#include "neardup/join/shingle_source.h"
#include "neardup/join/star_search.h"

namespace neardup {

struct SimilarStarInput {
  const SketchTable& sketches;  // gives the sizes of the sets
  ShingleSource source;         // of single documents
  ShingleBatchSource batches;   // the same, of many
  double min_similarity = 0.8;
  std::vector<bool> is_dense = {};  // by document: those to be searched for and found
  /// Whether two documents that are similar enough are a pair.
  std::function<bool(std::uint32_t, std::uint32_t)> is_pair = {};
  /// True: the shingles of all dense documents are counted, not those of a sample. That reads every text once
  /// more, and leaves shingles out of the table that only one document has.
  bool count_all = false;
  int threads = 0;                            // 0: one for each core
  std::size_t batch_shingles = 0;             // 0: as above; any number gives the same answer
  std::function<void(double)> progress = {};  // called by the calling thread with rising shares
};

[[nodiscard]] std::unique_ptr<StarSearch> make_similar_star(SimilarStarInput input);

}  // namespace neardup
