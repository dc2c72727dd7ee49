// The answer of a fingerprint join in compact form: the groups of equal fingerprints, and the near
// pairs between the first documents of these groups. It unfolds on demand into the pairs that the
// caller wants, one at a time if need be: the pairs of a million copies do not fit into memory, but
// their group does.
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
  std::vector<NearPair> near = {};              // between first documents; in a cross join (new, reference)
  std::vector<NearPair> copies = {};            // (first, copy, 0); in a cross join those of the new set
  std::vector<NearPair> reference_copies = {};  // in a cross join, those of the reference set
  bool is_cross = false;
};

class NearPairs {
 public:
  NearPairs(NearPairParts parts, JoinStats stats) : parts_(std::move(parts)), stats_(std::move(stats)) {}

  /// Returns the number of pairs, without unfolding them.
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
