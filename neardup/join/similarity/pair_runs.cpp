#include "neardup/join/similarity/pair_runs.h"

#include <algorithm>

#include "neardup/util/parallel.h"

namespace neardup::internal {

PairRuns::PairRuns(std::size_t documents, PagedMemory* memory, int threads)
    : documents_(documents),
      memory_(memory),
      runs_(static_cast<std::size_t>(threads),
            std::vector<GrowingColumn<Candidate>>(kParts, GrowingColumn<Candidate>(memory))) {}

void PairRuns::add(std::uint32_t a, std::uint32_t b, int thread) {
  const Candidate pair = make_candidate(a, b);
  const std::size_t part = first_of(pair) * kParts / documents_;
  runs_[static_cast<std::size_t>(thread)][part].push_back(pair);
}

void PairRuns::for_each(int times, const Sink& sink, JoinControl& control) const {
  run_tasks(control.threads(), kParts, [&](std::size_t part, int thread) {
    PagedVisits visits(memory_);  // by the sink
    std::vector<Candidate> pairs;
    for (const std::vector<GrowingColumn<Candidate>>& parts : runs_)
      for (std::size_t i = 0; i < parts[part].size(); ++i) pairs.push_back(parts[part][i]);
    std::ranges::sort(pairs);
    for (auto begin = pairs.begin(), end = begin; begin != pairs.end() && !control.stopped(); begin = end) {
      end = std::find_if(begin, pairs.end(), [&](Candidate pair) { return pair != *begin; });
      if (end - begin < times) continue;
      sink(first_of(*begin), second_of(*begin), thread);
      visits.count();
    }
  });
}

}  // namespace neardup::internal
