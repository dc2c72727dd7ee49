// The answer of a join in its compact form: near pairs between the first documents of groups of equal
// fingerprints, and the groups. What the caller wants is unfolded from it, line by line if need be: the pairs
// of a million copies do not fit into memory, their group does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "neardup/join/join_options.h"
#include "neardup/join/near_pair.h"

namespace neardup {

/// The parts of an answer; all lists are sorted.
struct NearPairParts {
  std::vector<NearPair> near = {};              // between first documents; of a cross join (new, reference)
  std::vector<NearPair> copies = {};            // (first, copy, 0); of a cross join: in the new set
  std::vector<NearPair> reference_copies = {};  // of a cross join: in the reference set
  bool is_cross = false;
};

class NearPairs {
 public:
  NearPairs(NearPairParts parts, JoinStats stats) : parts_(std::move(parts)), stats_(std::move(stats)) {}

  /// How many pairs there are, without unfolding them.
  [[nodiscard]] std::uint64_t count(EqualPairs equal) const;

  /// Calls the sink, on this thread, with every pair in the order (first, second).
  void for_each(EqualPairs equal, const std::function<void(const NearPair&)>& sink) const;

  [[nodiscard]] std::vector<NearPair> collect(EqualPairs equal) const;
  [[nodiscard]] const NearPairParts& parts() const noexcept { return parts_; }
  [[nodiscard]] const JoinStats& stats() const noexcept { return stats_; }

 private:
  void for_each_star(const std::function<void(const NearPair&)>& sink) const;
  NearPairParts parts_;
  JoinStats stats_;
};

}  // namespace neardup
