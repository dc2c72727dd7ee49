// Verifies the pairs of a fingerprint join: reads the texts again and lets an exact measure decide.
//
// Equal fingerprints prove nothing about texts, so the join splits each group of equal fingerprints
// by content: only documents with the same content are copies of each other, with score 1. It then
// compares the first document of each content with the others of its group and with those of near
// groups.
//
// Memory: 8 bytes per document, 32 MB of candidates, 64 MB of evidence per thread (or the two
// largest documents), 16 bytes per pair found.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>

#include "neardup/collection/collection.h"
#include "neardup/collection/rule.h"
#include "neardup/join/compact_pairs.h"

namespace neardup::internal {

struct VerifyOptions {
  Verification verification = {};
  int threads = 0;  // 0: one per core
  /// The most candidates to compare; 0: any number. If there are more, or if the join that found
  /// them gave up, the answer has only copies and sets SimilarityStats::overflowed.
  std::uint64_t max_candidates = 0;
  /// Called on the calling thread with the share of the work done, ascending; the last value is 1.
  std::function<void(double)> progress = {};
  /// Polled often; a stopped join returns no pairs.
  std::stop_token stop = {};
};

/// Returns the pairs of `near` that reach the minimum of the verification, with their scores, as
/// pairs of documents. The answer is the same for any number of threads. Throws Error if a file has
/// changed.
/// REQUIRES: `near` comes from a self join, and its ordinals are positions in
/// collection.comparable()
[[nodiscard]] SimilarPairs verified_join(const Collection& collection, const NearPairs& near,
                                         const VerifyOptions& options);

}  // namespace neardup::internal
