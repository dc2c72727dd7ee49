#include "neardup/join/similarity/candidate_store.h"

#include <algorithm>
#include <utility>

namespace neardup::internal {

namespace {

void append(std::vector<SimilarPair>& all, const std::vector<SimilarPair>& some) {
  all.insert(all.end(), some.begin(), some.end());
}

}  // namespace

CandidateStore::CandidateStore(const CheckInput& input, std::size_t bytes, JoinControl& control)
    : input_(input),
      control_(control),
      // Half of the memory, because a vector may double its capacity.
      most_(std::max<std::size_t>(bytes / sizeof(Candidate) / 2 / static_cast<std::size_t>(control.threads()),
                                  1)),
      shares_(static_cast<std::size_t>(control.threads())) {}

void CandidateStore::empty(Share& share) {
  share.checked += share.candidates.size();
  // No progress function: this may run on any thread.
  const CheckInput silent{input_.sketches, input_.source, input_.min_similarity};
  const std::vector<SimilarPair> found =
      check_candidates(std::exchange(share.candidates, {}), silent, 1, control_);
  control_.count_pairs(found.size());
  append(share.found, found);
}

void CandidateStore::forget_pairs_among(const std::vector<bool>& marked) {
  for (Share& share : shares_) {
    std::erase_if(share.candidates, [&](Candidate candidate) {
      return marked[first_of(candidate)] && marked[second_of(candidate)];
    });
    std::erase_if(share.found,
                  [&](const SimilarPair& pair) { return marked[pair.first] && marked[pair.second]; });
  }
}

std::vector<SimilarPair> CandidateStore::finish() {
  std::vector<Candidate> candidates;
  std::vector<SimilarPair> found;
  for (Share& share : shares_) {
    share.checked += share.candidates.size();
    candidates.insert(candidates.end(), share.candidates.begin(), share.candidates.end());
    share.candidates = {};
    append(found, share.found);
    share.found = {};
  }
  const std::size_t counted = found.size();
  append(found, check_candidates(std::move(candidates), input_, control_.threads(), control_));
  control_.count_pairs(found.size() - counted);
  std::ranges::sort(found);
  const auto repeats = std::ranges::unique(found);
  found.erase(repeats.begin(), repeats.end());
  return found;
}

std::uint64_t CandidateStore::candidates() const noexcept {
  std::uint64_t sum = 0;
  for (const Share& share : shares_) sum += share.checked;
  return sum;
}

}  // namespace neardup::internal
