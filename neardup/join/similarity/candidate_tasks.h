// Cuts candidates into tasks for threads. Checking a candidate may mean reading texts again, so
// candidates are ordered by connected component, and each document is fetched once for its whole
// component. A component too large to hold in memory is walked in an order in which the documents
// held serve as many candidates as possible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "neardup/join/similarity/candidate.h"

namespace neardup::internal {

class CandidateTasks {
 public:
  /// Returns what it costs to hold a document, in the unit of `most_cost`.
  using CostOf = std::function<std::size_t(std::uint32_t document)>;

  /// Drops repeated candidates and cuts the rest into tasks. A task costs at most `most_cost`,
  /// unless it is a single candidate. Needs 8 bytes for each of the `documents`.
  CandidateTasks(std::vector<Candidate> candidates, std::size_t documents, std::size_t most_cost,
                 const CostOf& cost_of);

  [[nodiscard]] std::size_t size() const noexcept { return ends_.size(); }
  /// Returns the candidates of a task. Those with the same first document are adjacent, or in a few
  /// runs.
  [[nodiscard]] std::span<const Candidate> operator[](std::size_t task) const noexcept {
    const std::size_t begin = task == 0 ? 0 : ends_[task - 1];
    return std::span(candidates_).subspan(begin, ends_[task] - begin);
  }

 private:
  std::vector<Candidate> candidates_;
  std::vector<std::size_t> ends_;
};

/// Returns all documents of the candidates, ascending, each once.
[[nodiscard]] std::vector<std::uint32_t> documents_of(std::span<const Candidate> candidates);

/// Returns the index of a document in a list from documents_of. REQUIRES: the list contains it
[[nodiscard]] std::size_t position_of(std::span<const std::uint32_t> documents,
                                      std::uint32_t document) noexcept;

}  // namespace neardup::internal
