// Documents of the same content that a rule tells apart: the same program as a.py and a.java has two sets of
// tokens, and so two fingerprints. Content comes first, so they are pairs whatever the rule says of them.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "neardup/fingerprint/collection.h"
#include "neardup/join/join_options.h"

namespace neardup {

class SplitCopies {
 public:
  /// True when two documents look the same to the rule.
  using IsAlike = std::function<bool(std::uint32_t a, std::uint32_t b)>;

  /// Costs nothing under recipes whose features follow from the content. Where the collection has
  /// compartments, documents of one compartment only. REQUIRES: alike is an equivalence
  SplitCopies(const Collection& collection, const IsAlike& alike);

  [[nodiscard]] bool empty() const noexcept { return contents_.empty(); }
  [[nodiscard]] std::uint64_t count(EqualPairs equal) const;
  /// Calls the sink with (first, second), first < second, in no particular order. Star: the first document of
  /// a content with the first of every other kind.
  void for_each(EqualPairs equal, const std::function<void(std::uint32_t, std::uint32_t)>& sink) const;

 private:
  using Kinds = std::vector<std::vector<std::uint32_t>>;  // of one content, documents rising in each
  std::vector<Kinds> contents_;                           // those with two kinds or more
};

}  // namespace neardup
