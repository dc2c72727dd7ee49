#include "neardup/join/candidate_tasks.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace neardup {

namespace {

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
  TaskCutter(std::span<const Candidate> candidates, std::size_t documents, std::size_t most_cost,
             const CandidateTasks::CostOf& cost_of)
      : candidates_(candidates), most_cost_(most_cost), cost_of_(cost_of), seen_(documents, 0) {}

  [[nodiscard]] std::vector<std::size_t> cut() {
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (i > begin() && (is_full(i) || cost_ + cost(candidates_[i]) > most_cost_)) close(i);
      cost_ += cost(candidates_[i]);
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
    std::size_t sum = 0;
    for (const std::uint32_t document : {first_of(candidate), second_of(candidate)}) {
      if (seen_[document] != task()) sum += cost_of_(document);
    }
    return sum;
  }
  void note(Candidate candidate) { seen_[first_of(candidate)] = seen_[second_of(candidate)] = task(); }
  void close(std::size_t end) {
    ends_.push_back(end);
    cost_ = 0;
  }

  std::span<const Candidate> candidates_;
  std::size_t most_cost_;
  const CandidateTasks::CostOf& cost_of_;
  std::vector<std::uint32_t> seen_;
  std::vector<std::size_t> ends_;
  std::size_t cost_ = 0;
};

}  // namespace

CandidateTasks::CandidateTasks(std::vector<Candidate> candidates, std::size_t documents,
                               std::size_t most_cost, const CostOf& cost_of)
    : candidates_(std::move(candidates)) {
  sort_and_drop_repeats(candidates_);
  order_by_component(candidates_, documents);
  ends_ = TaskCutter(candidates_, documents, most_cost, cost_of).cut();
}

std::vector<std::uint32_t> documents_of(std::span<const Candidate> candidates) {
  std::vector<std::uint32_t> documents;
  documents.reserve(2 * candidates.size());
  for (const Candidate candidate : candidates) {
    documents.push_back(first_of(candidate));
    documents.push_back(second_of(candidate));
  }
  std::ranges::sort(documents);
  const auto repeats = std::ranges::unique(documents);
  documents.erase(repeats.begin(), repeats.end());
  return documents;
}

std::size_t place_of(std::span<const std::uint32_t> documents, std::uint32_t document) noexcept {
  return static_cast<std::size_t>(std::ranges::lower_bound(documents, document) - documents.begin());
}

}  // namespace neardup
