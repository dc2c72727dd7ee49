// Documents with equal shingle sets, collapsed to the first of them before anything else is done: copies are
// the common case in real collections, and every step after this one would treat them pair by pair.
#pragma once

#include <cstdint>
#include <vector>

#include "neardup/fingerprint/sketch_table.h"
#include "neardup/join/join_control.h"
#include "neardup/join/similar_pair.h"
#include "neardup/join/similarity_options.h"

namespace neardup {

struct EqualSets {
  std::vector<std::uint32_t> firsts;  // documents that have shingles and equal no earlier one, ascending
  std::vector<SimilarPair> copies;    // (first, copy, 1), sorted
  std::vector<bool> only_reference;   // by document: a first without a copy in the new set; or empty
  std::uint64_t without_shingles = 0;
};

/// Sets are equal when size and digest are.
[[nodiscard]] EqualSets find_equal_sets(const SketchTable& sketches, const SimilarityOptions& options,
                                        JoinControl& control);

/// Which pairs of first documents are wanted at all.
class PairFilter {
 public:
  PairFilter(const SketchTable& sketches, const EqualSets& sets, const SimilarityOptions& options)
      : sketches_(sketches), sets_(sets), options_(options) {}

  [[nodiscard]] bool allows(std::uint32_t a, std::uint32_t b) const noexcept {
    if (!options_.compartments.empty() && options_.compartments[a] != options_.compartments[b]) return false;
    return sets_.only_reference.empty() || !sets_.only_reference[a] || !sets_.only_reference[b];
  }
  [[nodiscard]] const SketchTable& sketches() const noexcept { return sketches_; }
  [[nodiscard]] const SimilarityOptions& options() const noexcept { return options_; }

 private:
  const SketchTable& sketches_;
  const EqualSets& sets_;
  const SimilarityOptions& options_;
};

}  // namespace neardup
