// Star linkage by distance: cross joins find the kept fingerprints, so that however many fingerprints crowd
// into one ball, each is compared only with the kept ones.
//
// The documents are halved again and again: the first half is settled, those that it kept are joined with the
// second half, then the second half is settled. The last halves are compared one by one. Documents that have
// a match take no further part; when all are settled, one more join finds the closest match of each.
//
// With a verification the texts decide, and the score is that of the measure. Texts are compared once: there
// every pair of a kept document and a later one is looked at on the way.
//
// Memory: 9 bytes per document (16 with a verification), and the pairs of one join, at most max_pairs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "neardup/fingerprint/collection.h"
#include "neardup/join/star_search.h"
#include "neardup/join/verification.h"

namespace neardup {

struct NearStarOptions {
  int max_distance = 3;
  std::optional<Verification> verification = {};
  int threads = 0;                               // 0: one for each core
  std::size_t max_pairs = std::size_t{1} << 20;  // of one join; any number gives the same answer
  /// Documents that are compared one by one, and kept documents that are scanned instead of joined. 0: as is
  /// fastest; any number gives the same answer.
  std::size_t few = 0;
  std::function<void(double)> progress = {};  // called by the calling thread with rising shares
};

/// Finds the documents with a fingerprint that may be compared, inside their compartments.
/// `group_of(document)` is equal for documents that are the same to the rule. REQUIRES: the collection
/// outlives the search
[[nodiscard]] std::unique_ptr<StarSearch> make_near_star(
    const Collection& collection, const NearStarOptions& options,
    std::function<std::uint32_t(std::uint32_t)> group_of);

}  // namespace neardup
