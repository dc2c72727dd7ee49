// The pairs of a join as a graph to walk: which documents are like a document, and how much.
//
// Joins give equal documents as a star, (first, copy), and near pairs only between firsts. The graph keeps it
// that way: its nodes are groups of equal documents, known by their first one, so that a million copies cost
// a million words and not half a billion pairs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/join/near_pair.h"
#include "neardup/join/similar_pair.h"

namespace neardup {

/// What the score of a pair means.
enum class Score {
  similarity,  // higher is closer, 1 is equal
  distance,    // lower is closer, 0 is equal
};

/// A group of equal documents near another one.
struct Neighbour {
  std::uint32_t of = 0;     // whose neighbour it is
  std::uint32_t group = 0;  // which group it is
  double score = 0;
};

class LinkGraph {
 public:
  LinkGraph(std::size_t documents, Score score);

  /// Documents that are the same: every pair of the first is a pair of the copy. REQUIRES: first < copy; the
  /// first is no copy itself
  void add_copy(std::uint32_t first, std::uint32_t copy) { group_of_[copy] = first; }
  /// REQUIRES: both are firsts. Of a pair that comes twice the closer score counts.
  void add_pair(std::uint32_t first, std::uint32_t second, double score);
  void add(std::span<const SimilarPair> near, std::span<const SimilarPair> copies);
  /// A join's answer with EqualPairs::star: a distance of 0 is a copy.
  void add_star(std::span<const NearPair> pairs);

  [[nodiscard]] std::size_t documents() const noexcept { return group_of_.size(); }
  [[nodiscard]] std::uint32_t group_of(std::uint32_t document) const noexcept { return group_of_[document]; }
  [[nodiscard]] double equal_score() const noexcept { return score_ == Score::similarity ? 1 : 0; }
  [[nodiscard]] bool is_closer(double a, double b) const noexcept {
    return score_ == Score::similarity ? a > b : a < b;
  }

  /// Must be called after the last pair was added and before neighbours are asked for.
  void finish();
  [[nodiscard]] std::span<const Neighbour> neighbours(std::uint32_t group) const noexcept;

 private:
  Score score_;
  std::vector<std::uint32_t> group_of_;  // by document
  std::vector<bool> has_neighbours_;     // by group: most have none, and need no search
  std::vector<Neighbour> neighbours_;    // one direction; after finish both, sorted
};

}  // namespace neardup
