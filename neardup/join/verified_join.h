// The second opinion on the pairs of a fingerprint join: texts are read again, and an exact measure decides.
//
// Equal fingerprints prove nothing about texts, so a group of them is taken apart by content: only documents
// of the same content are copies of each other, with the score 1. The first documents of all contents are
// then compared, with each other inside a group and with those of near groups.
//
// Memory: 8 bytes for each document, 32 MB of candidates, 64 MB of evidence a thread (or the two largest
// documents), 16 bytes for each pair found.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>

#include "neardup/fingerprint/collection.h"
#include "neardup/join/near_pairs.h"
#include "neardup/join/similar_pairs.h"
#include "neardup/join/verification.h"

namespace neardup {

struct VerifyOptions {
  Verification verification = {};
  int threads = 0;  // 0: one for each core
  /// The most candidates that may be compared; 0: any number. When there are more, or the join that found
  /// them gave up, the answer has copies only and says so (SimilarityStats::overflowed).
  std::uint64_t max_candidates = 0;
  std::function<void(double)> progress =
      {};                     // called by the calling thread with rising shares of the work, 1 last
  std::stop_token stop = {};  // asked often; a stopped join has no pairs
};

/// The pairs of `near` that reach the value of the verification, with their scores, by document; the same for
/// any number of threads. REQUIRES: `near` counts in collection.comparable() and comes from a self join.
/// Throws Error when a file has changed.
[[nodiscard]] SimilarPairs verified_join(const Collection& collection, const NearPairs& near,
                                         const VerifyOptions& options);

}  // namespace neardup
