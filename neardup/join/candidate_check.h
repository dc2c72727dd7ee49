// The exact check: from pairs that may be similar to pairs that are, with their similarity.
//
// Fetching a set may mean reading a text again, so candidates are checked component by component (documents
// that candidates connect): each set is fetched once for its whole component, unless the component is too
// large to be held.
#pragma once

#include <functional>
#include <vector>

#include "neardup/fingerprint/sketch_table.h"
#include "neardup/join/candidate.h"
#include "neardup/join/join_control.h"
#include "neardup/join/shingle_source.h"
#include "neardup/join/similar_pair.h"

namespace neardup {

/// The sketches give the sizes of the sets.
struct CheckInput {
  const SketchTable& sketches;
  const ShingleSource& source;
  double min_similarity;
  std::function<void(double)> progress = {};  // called by the calling thread with rising shares
};

/// The similar ones of the candidates, sorted, each once. Holds at most 32 MB of sets a thread, or two sets
/// if they are larger, and 8 bytes for each document of the collection. Threads of its own: as many as told.
[[nodiscard]] std::vector<SimilarPair> check_candidates(std::vector<Candidate> candidates,
                                                        const CheckInput& input, int threads,
                                                        const JoinControl& control);

}  // namespace neardup
