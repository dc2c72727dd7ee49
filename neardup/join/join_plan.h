// Which blocks a join looks at, and how.
//
// The fingerprint is cut into m blocks with radii r1..rm such that (r1 + 1) + ... + (rm + 1) = k + 1. Two
// fingerprints that differed in more than ri bits in every block i would differ in at least k + 1 bits, so a
// pair within k is within the radius of some block (the general pigeonhole principle; Qin et al. 2018). m = k
// + 1 gives radius 0 everywhere: blocks that are equal. A block need not be used whole: its first `key_bits`
// bits do.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "neardup/join/join_options.h"

namespace neardup {

struct JoinBlock {
  int first_bit = 0;  // lowest bit of the key
  int key_bits = 0;   // bits that choose the bucket
  int radius = 0;     // in how many of them a pair may differ
};

struct JoinPlan {
  int width = 64;
  int max_distance = 3;
  JoinMethod method = JoinMethod::tables;  // never automatic
  std::vector<JoinBlock> blocks;
  double cost = 0;  // estimated cycles for each fingerprint
};

/// The cheapest plan for `size` fingerprints that obeys the options; throws Error for options that cannot be
/// met.
[[nodiscard]] JoinPlan plan_join(int width, std::size_t size, const JoinOptions& options);

/// "4 blocks of 16 bits, radius 0, tables of 4 pieces; about 60 cycles a fingerprint"
[[nodiscard]] std::string explain(const JoinPlan& plan);

/// How many numbers of `bits` bits lie within `radius` of one of them, itself included.
[[nodiscard]] double ball_size(int bits, int radius) noexcept;

}  // namespace neardup
