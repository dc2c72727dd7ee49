#include "neardup/join/similarity/candidate_check.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "neardup/join/similarity/candidate_tasks.h"
#include "neardup/join/similarity/overlap_counter.h"
#include "neardup/sketch/overlap_bound.h"
#include "neardup/util/parallel.h"

namespace neardup::internal {

namespace {

constexpr std::size_t kTaskShingles = std::size_t{1} << 22;  // 32 MB of sets

/// Checks the candidates of one task at a time. One per thread.
class TaskCheck {
 public:
  explicit TaskCheck(const CheckInput& input) : input_(input) {}

  /// Checks the candidates. Fast if candidates with the same first document are adjacent.
  void run(std::span<const Candidate> candidates) {
    fetch(candidates);
    std::size_t compared = documents_.size();  // the set that overlap_ has; not a valid index: none
    for (const Candidate candidate : candidates) {
      const std::size_t first = position_of(first_of(candidate));
      if (first != compared) overlap_.compare_with(sets_[first]);
      compared = first;
      check(candidate, sets_[first].size(), sets_[position_of(second_of(candidate))]);
    }
  }

  [[nodiscard]] const std::vector<SimilarPair>& found() const noexcept { return found_; }

 private:
  void fetch(std::span<const Candidate> candidates) {
    documents_ = documents_of(candidates);
    if (buffers_.size() < documents_.size()) buffers_.resize(documents_.size());
    sets_.resize(documents_.size());
    for (std::size_t i = 0; i < documents_.size(); ++i) sets_[i] = input_.source(documents_[i], buffers_[i]);
  }

  [[nodiscard]] std::size_t position_of(std::uint32_t document) const {
    return internal::position_of(documents_, document);
  }

  void check(Candidate candidate, std::size_t first_size, std::span<const std::uint64_t> second) {
    const std::size_t least = least_overlap(first_size, second.size(), input_.min_similarity);
    const std::size_t common = overlap_.count_common(second, least);
    if (common < least || common == 0) return;
    found_.push_back({first_of(candidate), second_of(candidate), jaccard(common, first_size, second.size())});
  }

  const CheckInput& input_;
  std::vector<std::uint32_t> documents_;  // sorted
  std::vector<std::span<const std::uint64_t>> sets_;
  std::vector<std::vector<std::uint64_t>> buffers_;
  OverlapCounter overlap_;
  std::vector<SimilarPair> found_;
};

}  // namespace

std::vector<SimilarPair> check_candidates(std::vector<Candidate> candidates, const CheckInput& input,
                                          int threads, const JoinControl& control) {
  const CandidateTasks tasks(std::move(candidates), input.sketches.size(), kTaskShingles,
                             [&](std::uint32_t document) { return input.sketches.shingles(document); });
  std::vector<TaskCheck> checks(static_cast<std::size_t>(threads), TaskCheck(input));
  run_tasks(threads, tasks.size(), [&](std::size_t task, int thread) {
    if (control.stopped()) return;
    if (thread == 0 && input.progress)
      input.progress(static_cast<double>(task) / static_cast<double>(tasks.size()));
    checks[static_cast<std::size_t>(thread)].run(tasks[task]);
  });
  std::vector<SimilarPair> found;
  for (const TaskCheck& check : checks) found.insert(found.end(), check.found().begin(), check.found().end());
  std::ranges::sort(found);
  return found;
}

}  // namespace neardup::internal
