// Counts the bands in which two documents agree without looking at their sketches, for sketches that do not
// fit into memory: every band adds the pairs of its small groups, and a pair is a candidate if enough bands
// added it. The pairs lie in runs, partitioned by their first document, so each partition can be sorted in
// memory; runs are written and read in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "neardup/join/join_control.h"
#include "neardup/join/similarity/candidate.h"
#include "neardup/util/growing_column.h"
#include "neardup/util/paged_memory.h"

namespace neardup::internal {

class PairRuns {
 public:
  /// REQUIRES: the memory is not null and outlives the runs
  PairRuns(std::size_t documents, PagedMemory* memory, int threads);

  /// Adds a pair. Thread-safe as long as each thread passes its own number.
  void add(std::uint32_t a, std::uint32_t b, int thread);

  /// Takes a pair, first document first. `thread` is below JoinControl::threads().
  using Sink = std::function<void(std::uint32_t first, std::uint32_t second, int thread)>;
  /// Calls the sink, on all threads at once, with every pair that was added at least `times` times.
  void for_each(int times, const Sink& sink, JoinControl& control) const;

 private:
  static constexpr std::size_t kParts = 64;

  std::size_t documents_;
  PagedMemory* memory_;
  std::vector<std::vector<GrowingColumn<Candidate>>> runs_;  // [thread][part]
};

}  // namespace neardup::internal
