// Verifies candidate pairs: reads their texts again and measures them, on all threads.
//
// Features are compared by their 64-bit hashes, as in the similarity joins: equal hashes count as
// equal features.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "neardup/collection/collection.h"
#include "neardup/collection/rule.h"
#include "neardup/features/weighted_features.h"
#include "neardup/join/compact_pairs.h"
#include "neardup/join/join_control.h"
#include "neardup/join/similarity/candidate.h"

namespace neardup::internal {

using WeightedHash = WeightedFeature<std::uint64_t>;

/// What a measure looks at in a document. The measure decides which of the two members is used; the other one is empty.
struct Evidence {
  std::vector<WeightedHash> features = {};  // distinct, ascending
  std::string text = {};
};

class PairVerifier {
 public:
  /// REQUIRES: the collection outlives this object
  PairVerifier(const Collection& collection, const Verification& verification, int threads);
  ~PairVerifier();
  PairVerifier(const PairVerifier&) = delete;
  PairVerifier& operator=(const PairVerifier&) = delete;

  /// Returns the candidates that reach the minimum of the verification, with their scores, in no
  /// particular order. Candidates may repeat.
  [[nodiscard]] std::vector<SimilarPair> verify(std::vector<Candidate> candidates, JoinControl& control);

  /// Reads what the measure needs of a document, on the calling thread. Thread-safe if every thread
  /// passes its own number.
  [[nodiscard]] Evidence read(std::uint32_t document, int thread = 0);
  /// Returns the score of two documents. A score below the minimum of the verification may be too
  /// low.
  [[nodiscard]] double measure(const Evidence& a, const Evidence& b) const;
  [[nodiscard]] const Verification& verification() const noexcept { return verification_; }

 private:
  class Worker;
  [[nodiscard]] std::size_t cost_of(std::uint32_t document) const;

  const Collection& collection_;
  Verification verification_;
  std::vector<std::unique_ptr<Worker>> workers_;  // by thread
};

}  // namespace neardup::internal
