// The exact check: from pairs that may be similar to pairs that are, with their similarity.
//
// Fetching a set may mean reading a text again, so candidates are checked component by component (documents
// that candidates connect): each set is fetched once for its whole component, unless the component is too
// large to be held.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "neardup/fingerprint/sketch_table.h"
#include "neardup/join/join_control.h"
#include "neardup/join/shingle_source.h"
#include "neardup/join/similar_pair.h"

namespace neardup {

/// A pair of documents in one word, the smaller ordinal on top, so that words sort like pairs.
using Candidate = std::uint64_t;
[[nodiscard]] constexpr Candidate make_candidate(std::uint32_t a, std::uint32_t b) noexcept {
  return a < b ? std::uint64_t{a} << 32 | b : std::uint64_t{b} << 32 | a;
}
[[nodiscard]] constexpr std::uint32_t first_of(Candidate candidate) noexcept {
  return static_cast<std::uint32_t>(candidate >> 32);
}
[[nodiscard]] constexpr std::uint32_t second_of(Candidate candidate) noexcept {
  return static_cast<std::uint32_t>(candidate);
}

/// The sketches give the sizes of the sets.
struct CheckInput {
  const SketchTable& sketches;
  const ShingleSource& source;
  double min_similarity;
};

/// The similar ones of the candidates, sorted, each once. Holds at most 32 MB of sets a thread, or two sets
/// if they are larger, and 8 bytes for each document of the collection. Threads of its own: as many as told.
[[nodiscard]] std::vector<SimilarPair> check_candidates(std::vector<Candidate> candidates,
                                                        const CheckInput& input, int threads,
                                                        const JoinControl& control);

}  // namespace neardup
