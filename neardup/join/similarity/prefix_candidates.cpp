#include "neardup/join/similarity/prefix_candidates.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "neardup/sketch/overlap_bound.h"
#include "neardup/util/parallel.h"

namespace neardup::internal {

namespace {

/// Finds the smaller partners of documents. One per thread.
class Prober {
 public:
  Prober(const PrefixIndex& index, double min_similarity)
      : index_(index), min_similarity_(min_similarity), common_(index.size()), needed_(index.size()) {}

  /// Calls use(rank of the partner) once for each possible partner.
  template <typename Use>
  void run(std::size_t rank, const Use& use) {
    const std::uint32_t least_rank = index_.least_rank(rank);
    for (const Posting& question : index_.questions(rank)) {
      for (const Posting& posting :
           index_.postings(question.shingle, least_rank, static_cast<std::uint32_t>(rank))) {
        meet(question, posting);
      }
    }
    for (const std::uint32_t partner : met_) {
      if (common_[partner] != kRuledOut) use(partner);
      common_[partner] = 0;
    }
    met_.clear();
  }

 private:
  static constexpr std::uint32_t kRuledOut = std::numeric_limits<std::uint32_t>::max();

  /// Counts a common shingle and rules the partner out if the rest cannot suffice. Both sets are in
  /// the same order, so no shingle before the common one in one set can equal a shingle after it in
  /// the other: besides those counted so far, at most min(rest of one set, rest of the other) can
  /// be common, this one included.
  void meet(const Posting& question, const Posting& posting) {
    std::uint32_t& common = common_.data()[posting.rank];
    std::uint32_t& needed = needed_.data()[posting.rank];
    if (common == kRuledOut) return;
    const std::uint32_t asking = index_.shingles(question.rank);
    const std::uint32_t indexed = index_.shingles(posting.rank);
    if (common == 0) {
      met_.push_back(posting.rank);
      needed = static_cast<std::uint32_t>(least_overlap(asking, indexed, min_similarity_));
    }
    const std::uint32_t rest = std::min(asking - question.position, indexed - posting.position);
    common = common + rest >= needed ? common + 1 : kRuledOut;
  }

  const PrefixIndex& index_;
  double min_similarity_;
  std::vector<std::uint32_t> common_;  // by rank: common shingles of the prefixes so far, or kRuledOut
  std::vector<std::uint32_t> needed_;  // by rank: common shingles that the pair needs; set when first met
  std::vector<std::uint32_t> met_;     // ranks with a common shingle
};

}  // namespace

void find_prefix_candidates(std::span<const std::uint32_t> documents, const PrefixInput& input,
                            const PairFilter& filter, CandidateStore& store, JoinControl& control) {
  const PrefixIndex index(documents, input, control);
  constexpr std::size_t kTask = 64;  // ranks per task; few, because large documents take long
  std::vector<Prober> probers(static_cast<std::size_t>(control.threads()),
                              Prober(index, input.min_similarity));
  run_tasks(control.threads(), (index.size() + kTask - 1) / kTask, [&](std::size_t task, int thread) {
    Prober& prober = probers[static_cast<std::size_t>(thread)];
    const std::size_t end = std::min(index.size(), (task + 1) * kTask);
    for (std::size_t rank = task * kTask; rank < end && !control.stopped(); ++rank) {
      const std::uint32_t document = index.document(rank);
      prober.run(rank, [&](std::uint32_t partner) {
        const std::uint32_t other = index.document(partner);
        if (filter.allows(document, other)) store.add(document, other, thread);
      });
    }
    control.advance(kTask, thread);
  });
}

}  // namespace neardup::internal
