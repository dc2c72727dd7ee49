// Plans a join: into which blocks it cuts the fingerprints, and how it compares them.
//
// The plan cuts a fingerprint into m blocks with radii r1..rm such that
// (r1 + 1) + ... + (rm + 1) = k + 1. Two fingerprints that differ in more than ri bits in every
// block i differ in at least k + 1 bits, so a pair within distance k is within the radius of at
// least one block (the general pigeonhole principle; Qin et al. 2018). With m = k + 1 every radius
// is 0: one block is equal. A join need not use the whole block; its highest `key_bits` bits are
// enough.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "neardup/join/hamming_join.h"

namespace neardup::internal {

struct JoinBlock {
  int first_bit = 0;  // lowest bit of the key
  int key_bits = 0;   // number of bits that choose the bucket
  int radius = 0;     // number of key bits in which a pair may differ
};

struct JoinPlan {
  int width = 64;
  int max_distance = 3;
  JoinMethod method = JoinMethod::tables;  // never automatic
  std::vector<JoinBlock> blocks;
  double cost = 0;  // estimated cycles per fingerprint
};

/// Returns the cheapest plan for `size` fingerprints that obeys the options. Throws Error for
/// options that no plan can meet.
[[nodiscard]] JoinPlan plan_join(int width, std::size_t size, const JoinOptions& options);

/// Describes the plan in one line: the blocks, the key bits, the radius, the method and the
/// estimated cost.
[[nodiscard]] std::string explain(const JoinPlan& plan);

/// Throws Error if no join supports this distance for fingerprints of `bits` bits.
void check_join_distance(int bits, int max_distance);

}  // namespace neardup::internal
