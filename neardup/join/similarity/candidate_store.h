// Buffers candidates between the threads that find them and the exact check. Memory is bounded: a
// thread whose share of the buffer is full checks those candidates itself and continues.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "neardup/join/compact_pairs.h"
#include "neardup/join/join_control.h"
#include "neardup/join/similarity/candidate_check.h"

namespace neardup::internal {

class CandidateStore {
 public:
  CandidateStore(const CheckInput& input, std::size_t bytes, JoinControl& control);

  /// Adds a candidate. Thread-safe as long as each thread passes its own number.
  void add(std::uint32_t a, std::uint32_t b, int thread) {
    Share& share = shares_[static_cast<std::size_t>(thread)];
    share.candidates.push_back(make_candidate(a, b));
    if (share.candidates.size() >= most_) empty(share);
  }

  /// Forgets the candidates of which both documents are marked. REQUIRES: no thread is still adding
  void forget_pairs_among(const std::vector<bool>& marked);

  /// Checks the remaining candidates, on all threads. Returns all similar pairs, sorted, each once
  /// even if it was added several times.
  [[nodiscard]] std::vector<SimilarPair> finish();

  /// Returns the number of candidates checked, repeats included.
  [[nodiscard]] std::uint64_t candidates() const noexcept;

 private:
  /// One per thread, on a cache line of its own to avoid false sharing.
  struct alignas(64) Share {
    std::vector<Candidate> candidates;
    std::vector<SimilarPair> found;
    std::uint64_t checked = 0;
  };
  void empty(Share& share);

  const CheckInput& input_;
  JoinControl& control_;
  std::size_t most_;
  std::vector<Share> shares_;
};

}  // namespace neardup::internal
