// The answer of a similarity join in compact form: the groups of equal shingle sets, and the
// similar pairs between the first documents of these groups. It unfolds on demand into the pairs
// that the caller wants, one at a time if need be.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "neardup/join/join_options.h"
#include "neardup/join/similar_pair.h"
#include "neardup/join/similarity_options.h"

namespace neardup {

/// The parts of an answer. Both lists of pairs are sorted. They include a pair of two reference
/// documents if unfolding needs it, because a document of the new set equals one of the two.
struct SimilarPairParts {
  std::vector<SimilarPair> near = {};    // between first documents
  std::vector<SimilarPair> copies = {};  // (first, copy, 1)
  /// By document: pairs of two dense documents may be missing (SimilarityOptions::leave_dense).
  /// Empty if no pair is missing.
  std::vector<bool> dense = {};
  /// By document: the dense documents of which two similar ones are a pair whatever their bands.
  /// Empty if that holds for all dense documents.
  std::vector<bool> crowded = {};
};

class SimilarPairs {
 public:
  /// `reference_documents` is that of the options: unfolding leaves out pairs of two reference
  /// documents.
  SimilarPairs(SimilarPairParts parts, SimilarityStats stats, std::uint32_t reference_documents = 0)
      : parts_(std::move(parts)), stats_(stats), reference_documents_(reference_documents) {}

  [[nodiscard]] std::span<const SimilarPair> near() const noexcept { return parts_.near; }
  [[nodiscard]] std::span<const SimilarPair> copies() const noexcept { return parts_.copies; }
  /// Returns the dense documents (see SimilarPairParts); empty if no pair is missing.
  [[nodiscard]] const std::vector<bool>& dense() const noexcept { return parts_.dense; }
  [[nodiscard]] const std::vector<bool>& crowded() const noexcept { return parts_.crowded; }
  [[nodiscard]] const SimilarityStats& stats() const noexcept { return stats_; }

  /// Returns the number of pairs, without unfolding them; an upper bound if there are reference
  /// documents.
  [[nodiscard]] std::uint64_t count(EqualPairs equal) const;

  /// Calls the sink, on this thread, with every pair in the order (first, second).
  void for_each(EqualPairs equal, const std::function<void(const SimilarPair&)>& sink) const;

  [[nodiscard]] std::vector<SimilarPair> collect(EqualPairs equal) const;

 private:
  void for_each_star(const std::function<void(const SimilarPair&)>& sink) const;

  SimilarPairParts parts_;
  SimilarityStats stats_;
  std::uint32_t reference_documents_;
};

}  // namespace neardup
