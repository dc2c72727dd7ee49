// Lists pairs that do not fit into memory, in order: takes a few documents at a time, finds all their
// pairs, gives them to the caller and forgets them.
//
// Documents that are equal under the rule form a group, and only the first of a group has pairs of
// its own; the others have the same ones.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "neardup/join/dense_join.h"
#include "neardup/join/hamming_join.h"

namespace neardup::internal {

/// A document and the first of its group, which is another document.
struct GroupCopy {
  std::uint32_t first = 0;
  std::uint32_t copy = 0;
  friend auto operator<=>(const GroupCopy&, const GroupCopy&) = default;
};

class PairStream {
 public:
  /// Returns the pairs of the given firsts with other firsts, as DenseJoin::pairs_of does.
  using PairsOf = std::function<std::optional<std::vector<ScoredPair>>(const PairRequest& request)>;

  /// REQUIRES: documents ascend and include all copies; `copies` ascend. `equal_score` is the score of
  /// two documents of one group.
  PairStream(std::vector<std::uint32_t> documents, std::vector<GroupCopy> copies, double equal_score,
             PairsOf pairs_of);

  /// Calls the sink, on this thread, with every pair in the order (first, second).
  void for_each(EqualPairs equal, const std::function<void(const ScoredPair&)>& sink) const;

  /// Returns about how many pairs there are, from the pairs of a sample of documents.
  [[nodiscard]] std::uint64_t estimate(EqualPairs equal) const;

 private:
  [[nodiscard]] std::uint32_t first_of_group(std::uint32_t document) const;
  [[nodiscard]] std::span<const GroupCopy> copies_of(std::uint32_t first) const;
  [[nodiscard]] std::uint32_t last_of_group(std::uint32_t first) const;
  void list(std::span<const std::uint32_t> documents, std::span<const ScoredPair> pairs, EqualPairs equal,
            const std::function<void(const ScoredPair&)>& sink) const;

  std::vector<std::uint32_t> documents_;
  std::vector<GroupCopy> copies_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> firsts_;  // (copy, first), ascending
  double equal_score_;
  PairsOf pairs_of_;
};

}  // namespace neardup::internal
