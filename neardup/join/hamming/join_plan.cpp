// The costs are rough estimates in cycles, measured on one AVX2 machine; only their order matters.
#include "neardup/join/hamming/join_plan.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "neardup/util/error.h"
#include "neardup/util/hamming_ball.h"

namespace neardup::internal {

namespace {

constexpr double kPartitionCycles = 25;  // to move a fingerprint into its bucket
constexpr double kProbeCycles = 3;       // to look up a fingerprint in one table
constexpr double kCandidateCycles = 8;   // to compare a single pair
constexpr double kBucketWords = 100;     // fingerprints; smaller buckets do not pay off
constexpr int kMaxKeyBits = 20;
constexpr int kTableBits = 12;

int max_distance_of(int width) { return width == 128 ? 32 : 16; }

int key_bits_for(int block_bits, std::size_t size) {
  const double wanted = std::log2(std::max(1.0, static_cast<double>(size) / kBucketWords));
  return std::min({block_bits, kMaxKeyBits, static_cast<int>(wanted)});
}

/// Returns the cost of comparing one query with 256 targets, which depends on the number of bits
/// examined.
double group_cycles(int max_distance) { return 12 + 0.55 * (2.0 * max_distance + 24); }

double tables_cost(const JoinPlan& plan, double size) {
  double cost = 0;
  const int pieces = plan.max_distance + 1;
  for (const JoinBlock& block : plan.blocks) {
    const int piece_bits = std::min((plan.width - block.key_bits) / pieces, kTableBits);
    const double met = std::ldexp(size, -block.key_bits - piece_bits) / 2;
    cost += kPartitionCycles + pieces * (kProbeCycles + met * kCandidateCycles);
  }
  return cost;
}

double scan_cost(const JoinPlan& plan, double size) {
  double cost = 0;
  for (const JoinBlock& block : plan.blocks) {
    const double bucket = std::ldexp(size, -block.key_bits);
    const double buckets = ball_size(block.key_bits, block.radius);
    const double groups = std::max(1.0, bucket / 256) * buckets / 2;
    cost += (block.key_bits == 0 ? 5 : kPartitionCycles) + groups * group_cycles(plan.max_distance);
  }
  return cost;
}

/// Makes a plan with blocks of equal width, from the lowest bit up. If the radii differ, the larger
/// ones come first.
JoinPlan make_plan(int width, std::size_t size, int max_distance, int blocks, JoinMethod method) {
  JoinPlan plan{width, max_distance, method, {}, 0};
  const int used = std::min(blocks, max_distance + 1);  // any max_distance + 1 blocks are enough
  for (int i = 0; i < used; ++i) {
    const int begin = width * i / blocks;
    const int end = width * (i + 1) / blocks;
    const int radius = (max_distance + 1) / used - 1 + (i < (max_distance + 1) % used ? 1 : 0);
    const int key_bits = key_bits_for(end - begin, size);
    plan.blocks.push_back({end - key_bits, key_bits, radius});
  }
  // Without key bits, every pair meets in the first block, which owns it.
  if (plan.blocks.front().key_bits == 0) plan.blocks.resize(1);
  const auto count = static_cast<double>(size);
  plan.cost = method == JoinMethod::tables ? tables_cost(plan, count) : scan_cost(plan, count);
  return plan;
}

void check(int width, const JoinOptions& options) {
  const auto refuse = [](const std::string& what) {
    throw Error(ErrorCode::invalid_argument, "join: " + what);
  };
  check_join_distance(width, options.max_distance);
  if (options.blocks < 0 || options.blocks > width / 2) {
    refuse(fmt::format("blocks must be 1 to {} for {} bits, got {}", width / 2, width, options.blocks));
  }
  if (options.threads < 0) refuse(fmt::format("threads must not be negative, got {}", options.threads));
  if (options.method == JoinMethod::tables && options.blocks != 0 && options.blocks <= options.max_distance) {
    refuse(fmt::format("tables need more than {} blocks for distance {}, got {}", options.max_distance,
                       options.max_distance, options.blocks));
  }
}

}  // namespace

void check_join_distance(int bits, int max_distance) {
  if (max_distance >= 0 && max_distance <= max_distance_of(bits)) return;
  throw Error(ErrorCode::invalid_argument, fmt::format("join: distance must be 0 to {} for {} bits, got {}",
                                                       max_distance_of(bits), bits, max_distance));
}

JoinPlan plan_join(int width, std::size_t size, const JoinOptions& options) {
  check(width, options);
  JoinPlan best;
  const auto consider = [&](int blocks, JoinMethod method) {
    if (options.method != JoinMethod::automatic && options.method != method) return;
    JoinPlan plan = make_plan(width, size, options.max_distance, blocks, method);
    if (best.blocks.empty() || plan.cost < best.cost) best = std::move(plan);
  };
  const int exact_blocks = options.max_distance + 1;
  if (options.blocks != 0) {
    consider(options.blocks, JoinMethod::scan);
    if (options.blocks >= exact_blocks) consider(options.blocks, JoinMethod::tables);
    return best;
  }
  consider(exact_blocks, JoinMethod::tables);
  for (int blocks = 1; blocks <= exact_blocks; ++blocks) consider(blocks, JoinMethod::scan);
  return best;
}

std::string explain(const JoinPlan& plan) {
  const JoinBlock& first = plan.blocks.front();
  if (first.key_bits == 0)
    return fmt::format("all pairs compared; about {:.0f} cycles per fingerprint", plan.cost);
  const std::string way = plan.method == JoinMethod::tables
                              ? fmt::format("tables of {} pieces inside the buckets", plan.max_distance + 1)
                              : "buckets compared completely";
  const std::string radius = first.radius == plan.blocks.back().radius
                                 ? fmt::format("radius {}", first.radius)
                                 : fmt::format("radius {} or {}", plan.blocks.back().radius, first.radius);
  return fmt::format(
      "{} blocks, {} bits of each choose the bucket, {}, {}; about {:.0f} cycles per fingerprint",
      plan.blocks.size(), first.key_bits, radius, way, plan.cost);
}

}  // namespace neardup::internal
