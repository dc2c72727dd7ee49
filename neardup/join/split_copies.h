// Documents with the same content that a rule tells apart: the same program as a.py and as a.java
// has two sets of tokens, and so two fingerprints. Content takes precedence, so they are pairs
// whatever the rule says.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "neardup/collection/collection.h"
#include "neardup/join/hamming_join.h"

namespace neardup::internal {

class SplitCopies {
 public:
  /// Returns true if the rule cannot tell the two documents apart.
  using IsAlike = std::function<bool(std::uint32_t a, std::uint32_t b)>;

  /// Finds the documents. Costs nothing for recipes whose features depend only on the content. If
  /// the collection has compartments, only documents of one compartment are pairs.
  /// REQUIRES: alike is an equivalence relation
  SplitCopies(const Collection& collection, const IsAlike& alike);

  [[nodiscard]] bool empty() const noexcept { return contents_.empty(); }
  [[nodiscard]] std::uint64_t count(EqualPairs equal) const;
  /// Calls the sink with (first, second), first < second, in no particular order. EqualPairs::star
  /// pairs the first document of a content with the first document of every other kind.
  void for_each(EqualPairs equal, const std::function<void(std::uint32_t, std::uint32_t)>& sink) const;

 private:
  /// The documents of one content, grouped by what the rule can tell apart; ascending in each
  /// group.
  using Kinds = std::vector<std::vector<std::uint32_t>>;
  std::vector<Kinds> contents_;  // contents with two or more kinds
};

}  // namespace neardup::internal
