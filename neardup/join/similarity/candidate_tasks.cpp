#include "neardup/join/similarity/candidate_tasks.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace neardup::internal {

namespace {

// Limits a task, so that one large component is not one task.
constexpr std::size_t kTaskCandidates = std::size_t{1} << 16;
// A task with this many candidates may end where a new component begins.
constexpr std::size_t kEnoughCandidates = 256;

/// Connected components of the candidate graph: a union-find forest whose roots are the smallest
/// ordinals.
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

/// An order of candidates that needs few documents at a time. Documents are numbered component by
/// component; candidates, as points (first, second) of a plane, follow a Z-order curve. In a dense
/// component, a stretch of the curve that touches n documents has about n^2 candidates, for any n;
/// a stretch of a row would have only n. Tiles of 32 by 32 are walked row by row, because the check
/// prepares a first document once for all candidates in a row.
class CurveOrder {
 public:
  CurveOrder(std::span<const Candidate> candidates, std::size_t documents) {
    Components components(documents);
    std::vector<bool> is_used(documents);
    for (const Candidate candidate : candidates) {
      components.connect(first_of(candidate), second_of(candidate));
      is_used[first_of(candidate)] = is_used[second_of(candidate)] = true;
    }
    for (std::uint32_t document = 0; document < documents; ++document) {
      if (is_used[document]) documents_.push_back(document);
    }
    std::ranges::sort(documents_, {}, [&](std::uint32_t document) {
      return std::pair(components.root_of(document), document);
    });
    numbers_.resize(documents);
    for (std::uint32_t i = 0; i < documents_.size(); ++i) numbers_[documents_[i]] = i;
  }

  /// Returns the position of a candidate on the curve: 27 + 27 interleaved bits of its tile, then
  /// 5 + 5 bits inside the tile.
  [[nodiscard]] std::uint64_t position_on_curve(Candidate candidate) const {
    const std::uint64_t first = numbers_[first_of(candidate)];
    const std::uint64_t second = numbers_[second_of(candidate)];
    const std::uint64_t tile = spread(first / kTile) << 1 | spread(second / kTile);
    return (tile * kTile + first % kTile) * kTile + second % kTile;
  }
  [[nodiscard]] Candidate candidate_at(std::uint64_t position) const {
    const std::uint64_t tile = position / (kTile * kTile);
    const std::uint64_t first = gather(tile >> 1) * kTile + position / kTile % kTile;
    const std::uint64_t second = gather(tile) * kTile + position % kTile;
    return make_candidate(documents_[first], documents_[second]);
  }

 private:
  static constexpr std::uint64_t kTile = 32;

  /// Moves bit i of a 32-bit number to bit 2 * i.
  static std::uint64_t spread(std::uint64_t bits) {
    bits = (bits | bits << 16) & 0x0000FFFF0000FFFF;
    bits = (bits | bits << 8) & 0x00FF00FF00FF00FF;
    bits = (bits | bits << 4) & 0x0F0F0F0F0F0F0F0F;
    bits = (bits | bits << 2) & 0x3333333333333333;
    return (bits | bits << 1) & 0x5555555555555555;
  }
  /// Inverts spread. Ignores the odd bits.
  static std::uint64_t gather(std::uint64_t bits) {
    bits &= 0x5555555555555555;
    bits = (bits | bits >> 1) & 0x3333333333333333;
    bits = (bits | bits >> 2) & 0x0F0F0F0F0F0F0F0F;
    bits = (bits | bits >> 4) & 0x00FF00FF00FF00FF;
    bits = (bits | bits >> 8) & 0x0000FFFF0000FFFF;
    return (bits | bits >> 16) & 0x00000000FFFFFFFF;
  }

  std::vector<std::uint32_t> documents_;  // by number
  std::vector<std::uint32_t> numbers_;    // by document
};

/// Puts candidates into the order of the curve and drops repeats. Works in place: a position on the
/// curve has 64 bits, as a candidate has.
void order_by_curve(std::vector<Candidate>& candidates, std::size_t documents) {
  const CurveOrder order(candidates, documents);
  for (Candidate& candidate : candidates) candidate = order.position_on_curve(candidate);
  std::ranges::sort(candidates);
  const auto repeats = std::ranges::unique(candidates);
  candidates.erase(repeats.begin(), repeats.end());
  for (Candidate& candidate : candidates) candidate = order.candidate_at(candidate);
}

/// Cuts the candidates into tasks; ends[i] is where task i ends. The cost of a task counts each
/// document once: `seen_` holds the last task that needed a document.
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
    // The task has needed neither document so far: a new component, or at least a new corner of
    // this one.
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
  order_by_curve(candidates_, documents);
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

std::size_t position_of(std::span<const std::uint32_t> documents, std::uint32_t document) noexcept {
  return static_cast<std::size_t>(std::ranges::lower_bound(documents, document) - documents.begin());
}

}  // namespace neardup::internal
