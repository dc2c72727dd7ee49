// The pairs that a bounded join leaves out, in forms that fit into memory however many there are:
// the pairs of a few documents at a time, or the components that all of them form.
//
// Documents that the rule cannot tell apart are represented by the first of them: all documents
// here are such firsts.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "neardup/join/forest.h"
#include "neardup/join/similarity/candidate.h"

namespace neardup::internal {

/// A pair with the score that the rule gives it: a similarity, or a distance.
struct ScoredPair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  double score = 0;
  friend auto operator<=>(const ScoredPair&, const ScoredPair&) = default;
};

/// Asks for the pairs of a few documents.
struct PairRequest {
  std::span<const std::uint32_t> documents;
  /// Bounds memory: if there are more pairs, and more than one document, the answer is nothing.
  std::uint64_t max_pairs;
  /// Returns false for a pair (document, other) that may be left out, which saves its comparison.
  /// Empty: no pair may be left out.
  std::function<bool(std::uint32_t document, std::uint32_t other)> wants = {};
};

class DenseJoin {
 public:
  virtual ~DenseJoin() = default;

  /// Returns the wanted pairs of each of the documents with any other document, the given one first,
  /// in ascending order; a pair of two given documents comes twice if both want it.
  [[nodiscard]] virtual std::optional<std::vector<ScoredPair>> pairs_of(const PairRequest& request) = 0;

  /// Unites all documents that are pairs. Compares no two documents that are connected already, so
  /// it is fast if those that a star search linked have been united before.
  virtual void connect(Forest& forest) = 0;

  /// Returns those of the candidates that are pairs, ascending, smaller document first.
  [[nodiscard]] virtual std::vector<ScoredPair> check(std::vector<Candidate> candidates) = 0;

  /// Returns the number of pairs whose sets, texts or fingerprints were compared.
  [[nodiscard]] virtual std::uint64_t candidates() const noexcept = 0;
};

}  // namespace neardup::internal
