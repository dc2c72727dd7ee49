// Star linkage by distance. Cross joins find the kept fingerprints, so that however many
// fingerprints crowd into one Hamming ball, each is compared only with the kept ones.
//
// The search is recursive: it settles the first half of the documents, joins those that it kept
// with the second half, then settles the second half. The smallest halves are compared one by one.
// Documents that have a match take no further part; once all are settled, a final join finds the
// closest match of each.
//
// With a verification the texts decide, and the score is that of the measure. Each text pair is
// compared only once: the recursion itself then covers every pair of a kept and a later document,
// without a final join.
//
// Memory: 9 bytes per document (16 with a verification), and the pairs of one join, at most
// max_pairs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "neardup/collection/collection.h"
#include "neardup/collection/rule.h"
#include "neardup/join/star_search.h"

namespace neardup::internal {

struct NearStarOptions {
  int max_distance = 3;
  std::optional<Verification> verification = {};
  int threads = 0;                               // 0: one per core
  std::size_t max_pairs = std::size_t{1} << 20;  // held by one join; any value gives the same answer
  /// Up to this many documents are compared one by one, and up to this many kept documents are
  /// scanned instead of joined. 0: the fastest choice. Any value gives the same answer.
  std::size_t few = 0;
  /// Called on the calling thread with the share of the work done, ascending.
  std::function<void(double)> progress = {};
};

/// Returns a search among the documents with a comparable fingerprint, inside their compartments.
/// `group_of(document)` must be equal for documents that the rule cannot tell apart.
/// REQUIRES: the collection outlives the search
[[nodiscard]] std::unique_ptr<StarSearch> make_near_star(
    const Collection& collection, const NearStarOptions& options,
    std::function<std::uint32_t(std::uint32_t)> group_of);

}  // namespace neardup::internal
