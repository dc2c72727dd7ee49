// Candidates on their way from the threads that find them to the exact check. Memory is bounded: a thread
// whose share is full checks it by itself and goes on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "neardup/join/candidate_check.h"
#include "neardup/join/join_control.h"
#include "neardup/join/similar_pair.h"

namespace neardup {

class CandidateStore {
 public:
  CandidateStore(const CheckInput& input, std::size_t bytes, JoinControl& control);

  /// Called by the thread with this number.
  void add(std::uint32_t a, std::uint32_t b, int thread) {
    Share& share = shares_[static_cast<std::size_t>(thread)];
    share.candidates.push_back(make_candidate(a, b));
    if (share.candidates.size() >= most_) empty(share);
  }

  /// Checks what is left, on all threads. All similar pairs, sorted; each once even if it was added often.
  [[nodiscard]] std::vector<SimilarPair> finish();

  /// How many were checked, repeats included.
  [[nodiscard]] std::uint64_t candidates() const noexcept;

 private:
  struct alignas(64) Share {  // a line of its own for each thread
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

}  // namespace neardup
