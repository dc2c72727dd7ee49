// The pairs of a join as a graph: which documents are like a given document, and how much.
//
// Joins return equal documents as a star, (first, copy), and near pairs only between firsts. The graph keeps
// this form: its nodes are groups of equal documents, identified by their first document, so that a million
// copies cost a million 32-bit entries and not half a trillion pairs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

namespace neardup::internal {

/// What the score of a pair means.
enum class Score {
  similarity,  // higher is closer, 1 is equal
  distance,    // lower is closer, 0 is equal
};

/// An edge of the graph: a group of equal documents near another group.
struct Neighbour {
  std::uint32_t of = 0;     // the group that has this neighbour
  std::uint32_t group = 0;  // the neighbour
  double score = 0;
};

class LinkGraph {
 public:
  /// REQUIRES: the memory outlives the graph
  LinkGraph(std::size_t documents, Score score,
            std::pmr::memory_resource* memory = std::pmr::get_default_resource());

  /// Adds a copy of a document: every pair of the first is a pair of the copy. REQUIRES: first < copy; the
  /// first is not a copy itself.
  void add_copy(std::uint32_t first, std::uint32_t copy) { group_of_[copy] = first; }
  /// Adds a near pair. If a pair is added twice, the closer score counts. REQUIRES: both documents are
  /// firsts of their groups.
  void add_pair(std::uint32_t first, std::uint32_t second, double score);

  [[nodiscard]] std::size_t documents() const noexcept { return group_of_.size(); }
  [[nodiscard]] std::uint32_t group_of(std::uint32_t document) const noexcept { return group_of_[document]; }
  [[nodiscard]] std::pmr::memory_resource* memory() const noexcept {
    return group_of_.get_allocator().resource();
  }
  [[nodiscard]] double equal_score() const noexcept { return score_ == Score::similarity ? 1 : 0; }
  [[nodiscard]] bool is_closer(double a, double b) const noexcept {
    return score_ == Score::similarity ? a > b : a < b;
  }

  /// Builds the adjacency lists. Call it after the last pair was added and before neighbours().
  void finish();
  /// Returns the neighbours of a group, sorted by group. REQUIRES: finish() was called.
  [[nodiscard]] std::span<const Neighbour> neighbours(std::uint32_t group) const noexcept;

 private:
  Score score_;
  std::pmr::vector<std::uint32_t> group_of_;  // by document
  std::vector<bool> has_neighbours_;          // by group: most have no neighbour and need no search
  std::pmr::vector<Neighbour> neighbours_;    // one direction per pair; both, sorted, after finish()
};

}  // namespace neardup::internal
