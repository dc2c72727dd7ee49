// DenseJoin by distance, with or without a verification of the texts.
//
// Components: fingerprints are put into buckets by blocks of bits, as in a join by scanning. In each
// bucket the members of one component stand together, and a component is compared with another one
// only until an edge is found. A ball of a million connected fingerprints costs no comparison.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "neardup/collection/collection.h"
#include "neardup/collection/rule.h"
#include "neardup/join/dense_join.h"

namespace neardup::internal {

struct NearDenseOptions {
  int max_distance = 3;
  std::optional<Verification> verification = {};
  int threads = 0;  // 0: one per core
};

/// Returns a join of the documents with a comparable fingerprint, inside their compartments.
/// `group_of(document)` must be the first of the documents that the rule cannot tell apart.
/// REQUIRES: the collection outlives the join
[[nodiscard]] std::unique_ptr<DenseJoin> make_near_dense(
    const Collection& collection, const NearDenseOptions& options,
    const std::function<std::uint32_t(std::uint32_t)>& group_of);

}  // namespace neardup::internal
