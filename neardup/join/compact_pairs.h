// The answer of a join in compact form: the groups of documents that the join cannot tell apart
// (equal fingerprints, equal shingle sets), and the pairs between the first documents of these groups.
// It unfolds on demand into the pairs that the caller wants, one at a time if need be: the pairs of a
// million copies do not fit into memory, but their group does.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "neardup/join/hamming_join.h"
#include "neardup/join/similarity_options.h"

namespace neardup::internal {

/// Two documents, by their ordinals (first < second), and the exact similarity of their texts.
struct SimilarPair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  double similarity = 0;
  friend auto operator<=>(const SimilarPair&, const SimilarPair&) = default;
};

/// The documents of which a join left out pairs (SimilarityOptions::leave_dense).
struct DenseDocuments {
  /// By document: pairs of two dense documents may be missing. Empty if no pair is missing.
  std::vector<bool> dense = {};
  /// By document: the dense documents of which two similar ones are a pair whatever their bands.
  /// Empty if that holds for all dense documents.
  std::vector<bool> crowded = {};
};

/// The parts of an answer; all lists of pairs are sorted. They include a pair of two reference
/// documents if unfolding needs it, because a document of the new set equals one of the two.
template <typename Pair>
struct PairParts {
  std::vector<Pair> near = {};              // between first documents; in a cross join (new, reference)
  std::vector<Pair> copies = {};            // (first, copy); in a cross join those of the new set
  std::vector<Pair> reference_copies = {};  // in a cross join, those of the reference set
  bool is_cross = false;
  DenseDocuments left_out = {};
};

/// The pairs of a join, with its statistics.
template <typename Pair, typename Stats>
class CompactPairs {
 public:
  using Sink = std::function<void(const Pair&)>;

  /// That many first documents are the reference: unfolding leaves out pairs of two of them.
  CompactPairs(PairParts<Pair> parts, Stats stats, std::uint32_t reference_documents = 0)
      : parts_(std::move(parts)), stats_(std::move(stats)), reference_documents_(reference_documents) {}

  /// Returns the number of pairs, without unfolding them; an upper bound if there are reference
  /// documents.
  [[nodiscard]] std::uint64_t count(EqualPairs equal) const;

  /// Calls the sink, on this thread, with every pair in the order (first, second).
  void for_each(EqualPairs equal, const Sink& sink) const;

  [[nodiscard]] std::vector<Pair> collect(EqualPairs equal) const;
  [[nodiscard]] const PairParts<Pair>& parts() const noexcept { return parts_; }
  [[nodiscard]] const Stats& stats() const noexcept { return stats_; }

 private:
  [[nodiscard]] bool needs_unfolding(EqualPairs equal) const noexcept;
  void for_each_star(const Sink& sink) const;

  PairParts<Pair> parts_;
  Stats stats_;
  std::uint32_t reference_documents_;
};

using NearPairParts = PairParts<NearPair>;
using SimilarPairParts = PairParts<SimilarPair>;
using NearPairs = CompactPairs<NearPair, JoinStats>;
using SimilarPairs = CompactPairs<SimilarPair, SimilarityStats>;

extern template class CompactPairs<NearPair, JoinStats>;
extern template class CompactPairs<SimilarPair, SimilarityStats>;

}  // namespace neardup::internal
