// The core of a fingerprint join: finds all pairs of near fingerprints as values, without ordinals.
// For each block of the plan, one pass groups the fingerprints by that block and joins inside the
// groups.
#pragma once

#include <cstdint>
#include <span>

#include "neardup/join/hamming/join_plan.h"
#include "neardup/join/join_control.h"
#include "neardup/simd/hamming_kernels.h"

namespace neardup::internal {

/// The fingerprints to join.
template <typename Word>
struct JoinInput {
  std::span<const Word> stored;      // build side; the only side of a self join
  std::span<const Word> asked = {};  // probe side of a cross join
  bool is_cross = false;
};

template <typename Word>
struct ValueJoin {
  /// In a cross join the pairs are (build side, probe side) and the copies are unspecified.
  simd::FoundValues<Word> found;
  std::uint64_t oversized_buckets = 0;
};

/// Returns all pairs of different fingerprints within the plan's distance, each once.
/// REQUIRES: at most 2^32 - 1 fingerprints on each side
[[nodiscard]] ValueJoin<std::uint64_t> find_value_pairs(const JoinInput<std::uint64_t>& input,
                                                        const JoinPlan& plan, JoinControl& control);
[[nodiscard]] ValueJoin<Bits128> find_value_pairs(const JoinInput<Bits128>& input, const JoinPlan& plan,
                                                  JoinControl& control);

}  // namespace neardup::internal
