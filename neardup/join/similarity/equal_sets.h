// Collapses documents with equal shingle sets to the first of them, before any other step of a
// join. Copies are the common case in real collections, and every later step would treat them pair
// by pair.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <vector>

#include "neardup/join/compact_pairs.h"
#include "neardup/join/join_control.h"
#include "neardup/join/similarity_options.h"
#include "neardup/sketch/sketch_table.h"

namespace neardup::internal {

struct EqualSets {
  explicit EqualSets(std::pmr::memory_resource* memory) : firsts(memory) {}

  /// Documents that have shingles and equal no earlier document, ascending.
  std::pmr::vector<std::uint32_t> firsts;
  /// Pairs (first, copy, 1), sorted.
  std::vector<SimilarPair> copies;
  /// By document: a first document of the reference without a copy in the new set. Empty without a
  /// reference.
  std::vector<bool> only_reference;
  std::uint64_t without_shingles = 0;
};

/// Finds the documents with equal shingle sets. Two sets count as equal if their sizes and digests
/// are equal.
[[nodiscard]] EqualSets find_equal_sets(const SketchTable& sketches, const SimilarityOptions& options,
                                        JoinControl& control);

/// Decides which pairs of first documents the caller wants at all, by compartments and reference
/// documents.
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

}  // namespace neardup::internal
