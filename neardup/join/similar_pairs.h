// The answer of a similarity join in its compact form: similar pairs between the first documents of groups
// with equal shingle sets, and the groups. What the caller wants is unfolded from it, line by line if need
// be.
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

/// Both lists are sorted. Two reference documents are here too when an equal document of the new set needs
/// them to be unfolded.
struct SimilarPairParts {
  std::vector<SimilarPair> near = {};    // between first documents
  std::vector<SimilarPair> copies = {};  // (first, copy, 1)
  /// By document, or empty: similar pairs of two dense documents may be missing
  /// (SimilarityOptions::leave_dense).
  std::vector<bool> dense = {};
  std::vector<bool> crowded = {};  // of these, those that are pairs whatever their bands; empty: all
};

class SimilarPairs {
 public:
  /// `reference_documents` as in the options: a pair of two of them is never unfolded.
  SimilarPairs(SimilarPairParts parts, SimilarityStats stats, std::uint32_t reference_documents = 0)
      : parts_(std::move(parts)), stats_(stats), reference_documents_(reference_documents) {}

  [[nodiscard]] std::span<const SimilarPair> near() const noexcept { return parts_.near; }
  [[nodiscard]] std::span<const SimilarPair> copies() const noexcept { return parts_.copies; }
  /// Empty when no pair is missing.
  [[nodiscard]] const std::vector<bool>& dense() const noexcept { return parts_.dense; }
  [[nodiscard]] const std::vector<bool>& crowded() const noexcept { return parts_.crowded; }
  [[nodiscard]] const SimilarityStats& stats() const noexcept { return stats_; }

  /// How many pairs there are, without unfolding them; an upper bound when there are reference documents.
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
