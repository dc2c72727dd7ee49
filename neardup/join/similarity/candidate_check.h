// The exact check: turns pairs that may be similar into pairs that are, with their similarity.
//
// Fetching a set may mean reading a text again, so the check works through connected components of
// the candidate graph and fetches each set once per component, unless the component is too large to
// hold in memory.
#pragma once

#include <functional>
#include <vector>

#include "neardup/join/compact_pairs.h"
#include "neardup/join/join_control.h"
#include "neardup/join/similarity/candidate.h"
#include "neardup/join/similarity/shingle_source.h"
#include "neardup/sketch/sketch_table.h"

namespace neardup::internal {

struct CheckInput {
  const SketchTable& sketches;  // gives the sizes of the sets
  const ShingleSource& source;
  double min_similarity;
  /// Called on the calling thread with the share of the work done, ascending.
  std::function<void(double)> progress = {};
};

/// Returns the candidates that are similar, sorted, each once. Runs on `threads` threads. Holds at
/// most 32 MB of sets per thread (or two sets, if they are larger) and 8 bytes per document of the
/// collection.
[[nodiscard]] std::vector<SimilarPair> check_candidates(std::vector<Candidate> candidates,
                                                        const CheckInput& input, int threads,
                                                        const JoinControl& control);

}  // namespace neardup::internal
