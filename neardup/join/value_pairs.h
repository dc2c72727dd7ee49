// All pairs of near fingerprints as values, without ordinals: the search itself. One pass for each block of
// the plan groups the fingerprints by the block, then joins inside the groups.
#pragma once

#include <cstdint>
#include <span>

#include "neardup/join/join_control.h"
#include "neardup/join/join_plan.h"
#include "neardup/simd/hamming_kernels.h"

namespace neardup {

/// What is joined. In a self join `asked` is not used.
template <typename Word>
struct JoinInput {
  std::span<const Word> stored;
  std::span<const Word> asked = {};
  bool is_cross = false;
};

template <typename Word>
struct ValueJoin {
  simd::FoundValues<Word> found;  // of a cross join: pairs of (stored, asked), and no copies
  std::uint64_t oversized_buckets = 0;
};

/// REQUIRES: at most 2^32 - 1 words on each side
[[nodiscard]] ValueJoin<std::uint64_t> find_value_pairs(const JoinInput<std::uint64_t>& input,
                                                        const JoinPlan& plan, JoinControl& control);
[[nodiscard]] ValueJoin<Bits128> find_value_pairs(const JoinInput<Bits128>& input, const JoinPlan& plan,
                                                  JoinControl& control);

}  // namespace neardup
