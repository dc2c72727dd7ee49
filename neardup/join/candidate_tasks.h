// Candidates as tasks for threads. Checking one may mean reading texts again, so candidates are ordered by
// component (documents that candidates connect): what is needed of a document is fetched once for its whole
// component. A component that is too large to be held is walked so that what is held serves as many
// candidates as possible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "neardup/join/candidate.h"

namespace neardup {

class CandidateTasks {
 public:
  /// What holding a document costs, in the unit of `most_cost`.
  using CostOf = std::function<std::size_t(std::uint32_t document)>;

  /// Repeated candidates are dropped. A task costs at most `most_cost`, or is one candidate. Needs 8 bytes
  /// for each of the `documents`.
  CandidateTasks(std::vector<Candidate> candidates, std::size_t documents, std::size_t most_cost,
                 const CostOf& cost_of);

  [[nodiscard]] std::size_t size() const noexcept { return ends_.size(); }
  /// Those with equal firsts stand side by side, or in a few runs.
  [[nodiscard]] std::span<const Candidate> operator[](std::size_t task) const noexcept {
    const std::size_t begin = task == 0 ? 0 : ends_[task - 1];
    return std::span(candidates_).subspan(begin, ends_[task] - begin);
  }

 private:
  std::vector<Candidate> candidates_;
  std::vector<std::size_t> ends_;
};

/// All documents of the candidates, ascending, each once.
[[nodiscard]] std::vector<std::uint32_t> documents_of(std::span<const Candidate> candidates);

/// Where a document is in such a list. REQUIRES: it is there
[[nodiscard]] std::size_t place_of(std::span<const std::uint32_t> documents, std::uint32_t document) noexcept;

}  // namespace neardup
