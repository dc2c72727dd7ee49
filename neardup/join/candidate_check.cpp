#include "neardup/join/candidate_check.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "neardup/join/overlap_bound.h"
#include "neardup/join/shingle_table.h"
#include "neardup/util/parallel.h"

namespace neardup {

namespace {

constexpr std::size_t kTaskShingles = std::size_t{1} << 22;    // 32 MB of sets
constexpr std::size_t kTaskCandidates = std::size_t{1} << 16;  // keeps one component from being one task
constexpr std::size_t kEnoughCandidates = 256;                 // a task of several small components

void sort_and_drop_repeats(std::vector<Candidate>& candidates) {
  std::ranges::sort(candidates);
  const auto repeats = std::ranges::unique(candidates);
  candidates.erase(repeats.begin(), repeats.end());
}

/// Documents that candidates connect, as a forest in which the smallest ordinal is the root.
class Components {
 public:
  explicit Components(std::size_t documents) : parents_(documents) {
    std::iota(parents_.begin(), parents_.end(), 0U);
  }

  void connect(std::uint32_t a, std::uint32_t b) {
    a = root_of(a);
    b = root_of(b);
    parents_[std::max(a, b)] = std::min(a, b);
  }
  [[nodiscard]] std::uint32_t root_of(std::uint32_t document) {
    while (parents_[document] != document) {
      document = parents_[document] = parents_[parents_[document]];
    }
    return document;
  }

 private:
  std::vector<std::uint32_t> parents_;
};

/// Candidates of one component side by side, in their order.
void order_by_component(std::vector<Candidate>& candidates, std::size_t documents) {
  Components components(documents);
  for (const Candidate candidate : candidates) components.connect(first_of(candidate), second_of(candidate));
  std::ranges::sort(candidates, {}, [&](Candidate candidate) {
    return std::pair(components.root_of(first_of(candidate)), candidate);
  });
}

/// Cuts the candidates into tasks; ends[i] is where task i ends. A document counts once for its task: `seen`
/// remembers the last task that needed it.
class TaskCutter {
 public:
  TaskCutter(const SketchTable& sketches, std::span<const Candidate> candidates)
      : sketches_(sketches), candidates_(candidates), seen_(sketches.size(), 0) {}

  [[nodiscard]] std::vector<std::size_t> cut() {
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (shingles_ > 0 && is_full(i)) close(i);
      const std::size_t added = cost(candidates_[i]);
      if (shingles_ > 0 && shingles_ + added > kTaskShingles) close(i);
      shingles_ += cost(candidates_[i]);
      note(candidates_[i]);
    }
    if (!candidates_.empty()) close(candidates_.size());
    return std::move(ends_);
  }

 private:
  [[nodiscard]] std::size_t begin() const noexcept { return ends_.empty() ? 0 : ends_.back(); }
  [[nodiscard]] std::uint32_t task() const noexcept { return static_cast<std::uint32_t>(ends_.size() + 1); }
  [[nodiscard]] bool is_full(std::size_t i) const {
    const std::size_t size = i - begin();
    if (size >= kTaskCandidates) return true;
    // Neither document was needed before: a new component, or at least a new corner of this one.
    return size >= kEnoughCandidates && seen_[first_of(candidates_[i])] != task() &&
           seen_[second_of(candidates_[i])] != task();
  }
  [[nodiscard]] std::size_t cost(Candidate candidate) const {
    std::size_t shingles = 0;
    for (const std::uint32_t document : {first_of(candidate), second_of(candidate)}) {
      if (seen_[document] != task()) shingles += sketches_.shingles(document);
    }
    return shingles;
  }
  void note(Candidate candidate) { seen_[first_of(candidate)] = seen_[second_of(candidate)] = task(); }
  void close(std::size_t end) {
    ends_.push_back(end);
    shingles_ = 0;
  }

  const SketchTable& sketches_;
  std::span<const Candidate> candidates_;
  std::vector<std::uint32_t> seen_;
  std::vector<std::size_t> ends_;
  std::size_t shingles_ = 0;
};

/// Checks the candidates of one task. One object a thread.
class TaskCheck {
 public:
  explicit TaskCheck(const CheckInput& input) : input_(input) {}

  /// REQUIRES: equal firsts side by side
  void run(std::span<const Candidate> candidates) {
    fetch(candidates);
    std::size_t filled = documents_.size();  // none
    for (const Candidate candidate : candidates) {
      const std::size_t first = place_of(first_of(candidate));
      if (first != filled) table_.fill(sets_[first]);
      filled = first;
      check(candidate, sets_[first].size(), sets_[place_of(second_of(candidate))]);
    }
  }

  [[nodiscard]] const std::vector<SimilarPair>& found() const noexcept { return found_; }

 private:
  void fetch(std::span<const Candidate> candidates) {
    documents_.clear();
    for (const Candidate candidate : candidates) {
      documents_.push_back(first_of(candidate));
      documents_.push_back(second_of(candidate));
    }
    std::ranges::sort(documents_);
    const auto repeats = std::ranges::unique(documents_);
    documents_.erase(repeats.begin(), repeats.end());
    if (buffers_.size() < documents_.size()) buffers_.resize(documents_.size());
    sets_.resize(documents_.size());
    for (std::size_t i = 0; i < documents_.size(); ++i) sets_[i] = input_.source(documents_[i], buffers_[i]);
  }

  [[nodiscard]] std::size_t place_of(std::uint32_t document) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(documents_, document) - documents_.begin());
  }

  void check(Candidate candidate, std::size_t first_size, std::span<const std::uint64_t> second) {
    const std::size_t least = least_overlap(first_size, second.size(), input_.min_similarity);
    const std::size_t common = table_.count_common(second, least);
    if (common < least || common == 0) return;
    found_.push_back({first_of(candidate), second_of(candidate), jaccard(common, first_size, second.size())});
  }

  const CheckInput& input_;
  std::vector<std::uint32_t> documents_;  // sorted
  std::vector<std::span<const std::uint64_t>> sets_;
  std::vector<std::vector<std::uint64_t>> buffers_;
  ShingleTable table_;
  std::vector<SimilarPair> found_;
};

}  // namespace

std::vector<SimilarPair> check_candidates(std::vector<Candidate> candidates, const CheckInput& input,
                                          int threads, const JoinControl& control) {
  sort_and_drop_repeats(candidates);
  order_by_component(candidates, input.sketches.size());
  const std::vector<std::size_t> ends = TaskCutter(input.sketches, candidates).cut();
  std::vector<TaskCheck> checks(static_cast<std::size_t>(threads), TaskCheck(input));
  run_tasks(threads, ends.size(), [&](std::size_t task, int thread) {
    if (control.stopped()) return;
    const std::size_t begin = task == 0 ? 0 : ends[task - 1];
    checks[static_cast<std::size_t>(thread)].run(std::span(candidates).subspan(begin, ends[task] - begin));
  });
  std::vector<SimilarPair> found;
  for (const TaskCheck& check : checks) found.insert(found.end(), check.found().begin(), check.found().end());
  std::ranges::sort(found);
  return found;
}

}  // namespace neardup
