// DenseJoin by similarity.
//
// Pairs of a few documents: a PrefixTable of all dense documents finds candidates, an exact check
// confirms them.
//
// Components: a shingle that occurs in one component only cannot connect two. A document is compared
// only if so many of its shingles occur in other components that it can be similar to one of their
// documents; after a star search that is rare. Those documents are compared along posting lists, in
// which the members of one component stand together, and only until an edge is found.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "neardup/join/dense_join.h"
#include "neardup/join/similarity/shingle_source.h"
#include "neardup/sketch/sketch_table.h"

namespace neardup::internal {

struct SimilarDenseInput {
  const SketchTable& sketches;  // gives the sizes of the sets
  ShingleSource source;         // fetches the set of one document
  ShingleBatchSource batches;   // fetches the same sets, many at a time
  double min_similarity = 0.8;
  std::vector<std::uint32_t> documents = {};  // ascending
  /// `connect` does not use pairs of two documents below this number.
  std::uint32_t reference_documents = 0;
  /// Decides whether two documents that are similar enough are a pair.
  std::function<bool(std::uint32_t, std::uint32_t)> is_pair = {};
  int threads = 0;  // 0: one per core
};

[[nodiscard]] std::unique_ptr<DenseJoin> make_similar_dense(SimilarDenseInput input);

}  // namespace neardup::internal
