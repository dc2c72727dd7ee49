#include "neardup/index/plan.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cassert>

#include "neardup/util/error.h"
#include "neardup/util/hamming_ball.h"

namespace neardup::internal::lsm {

namespace {

// Fitted to finds of fingerprints without a near neighbour in the index, on one x86-64 machine, at
// 100,000, 2 million and 10 million entries and distances 2 to 8
// (docs/decisions/0010-tags-in-the-index.md). Only their ratios matter.
constexpr double kProbeNanoseconds = 150;      // of words: two cache misses, partly hidden by prefetching
constexpr double kTagProbeNanoseconds = 100;   // of tags: the same, in a few large buckets
constexpr double kCandidateNanoseconds = 0.5;  // per 8 bytes that a scan of fingerprints reads
constexpr double kTagNanoseconds = 0.2;        // per tag read
constexpr double kLookUpNanoseconds = 45;      // per look-up of a fingerprint whose tag is close enough

void check(const PlanRequest& request) {
  if (request.bits != 32 && request.bits != 64 && request.bits != 128) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("index: fingerprints must have 32, 64 or 128 bits, got {}", request.bits));
  }
  if (request.max_distance < 0 || request.max_distance > request.bits) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("index: distance must be 0 to {} for {} bits, got {}", request.bits, request.bits,
                            request.max_distance));
  }
  if (request.blocks < 0 || request.blocks > kMaxBlocks) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("index: blocks must be 1 to {}, got {}", kMaxBlocks, request.blocks));
  }
}

}  // namespace

Allowances spread_allowances(int blocks, int distance) noexcept {
  Allowances allowances{};
  for (int i = 0; i < blocks; ++i) {
    const int share = (distance + 1) / blocks + (i < (distance + 1) % blocks ? 1 : 0);
    allowances[static_cast<std::size_t>(i)] = share - 1;
  }
  return allowances;
}

Plan Plan::choose(const PlanRequest& request) {
  check(request);
  Plan best;
  best.bits_ = request.bits;
  best.max_distance_ = request.max_distance;
  best.id_seed_ = request.id_seed;
  best.expected_size_ = std::max<std::uint64_t>(request.expected_size, 1);
  const bool must_scan = request.way == SearchWay::scan || request.bits == 32;
  best.way_ = must_scan || request.blocks == 0 ? SearchWay::scan : request.way;
  best.blocks_ = best.way_ == SearchWay::scan ? 1 : request.blocks;
  if (must_scan || request.blocks != 0) return best;
  for (int blocks = 1; blocks <= std::min(request.max_distance + 1, kMaxBlocks); ++blocks) {
    Plan plan = best;
    plan.blocks_ = blocks;
    plan.way_ = request.way;
    const double bytes = plan.bytes_per_entry() * static_cast<double>(plan.expected_size_);
    if (request.memory_budget != 0 && bytes > static_cast<double>(request.memory_budget)) continue;
    if (plan.cost(plan.expected_size_, plan.max_distance_) <
        best.cost(best.expected_size_, best.max_distance_)) {
      best = plan;
    }
  }
  return best;
}

KeyField Plan::field(int block, std::uint64_t size) const noexcept {
  assert(block < blocks_);
  const int begin = block * bits_ / blocks_;
  const int end = (block + 1) * bits_ / blocks_;
  const int useful = static_cast<int>(std::bit_width(size)) - 1 - entries_per_bucket_log2();
  // A 32-bit fingerprint is in the low half of a 64-bit word.
  const int rotation = bits_ == 32 ? 32 : begin;
  return {rotation, std::clamp(useful, 0, std::min(end - begin, KeyField::kMaxKeyBits))};
}

KeyField Plan::tag_field(int block, KeyField key) const noexcept {
  const int begin = block * bits_ / blocks_;
  // For the last block this is past the end of the fingerprint, where it wraps around.
  const int next_end = (block + 2) * bits_ / blocks_;
  const int after_key = begin + key.bits;
  // The tag of a single block must not wrap around into the key.
  const int end = blocks_ == 1 ? bits_ : next_end;
  return {after_key % bits_, std::min(end - after_key, KeyField::kMaxTagBits)};
}

double Plan::probes(std::uint64_t size, int distance) const noexcept {
  const Allowances allowances = spread_allowances(blocks_, distance);
  double sum = 0;
  for (int i = 0; i < blocks_; ++i)
    sum += ball_size(field(i, size).bits, allowances[static_cast<std::size_t>(i)]);
  return sum;
}

double Plan::candidates(std::uint64_t size, int distance) const noexcept {
  const Allowances allowances = spread_allowances(blocks_, distance);
  double sum = 0;
  for (int i = 0; i < blocks_; ++i) {
    const int key_bits = field(i, size).bits;
    const double buckets = static_cast<double>(std::uint64_t{1} << key_bits);
    sum += ball_size(key_bits, allowances[static_cast<std::size_t>(i)]) * static_cast<double>(size) / buckets;
  }
  return sum;
}

double Plan::look_ups(std::uint64_t size, int distance) const noexcept {
  const Allowances allowances = spread_allowances(blocks_, distance);
  double sum = 0;
  for (int i = 0; i < blocks_; ++i) {
    if (allowances[static_cast<std::size_t>(i)] < 0) continue;
    const KeyField key = field(i, size);
    const int tag_bits = tag_field(i, key).bits;
    const double keys_and_tags = static_cast<double>(std::uint64_t{1} << (key.bits + tag_bits));
    sum += static_cast<double>(size) * ball_size(tag_bits, tag_limit(distance)) / keys_and_tags;
  }
  return sum;
}

double Plan::cost(std::uint64_t size, int distance) const noexcept {
  const double words = bits_ == 128 ? 2 : 1;
  const double scan = static_cast<double>(size) * words * kCandidateNanoseconds;
  if (way_ == SearchWay::scan) return scan;
  if (has_tags()) {
    return probes(size, distance) * kTagProbeNanoseconds + candidates(size, distance) * kTagNanoseconds +
           look_ups(size, distance) * kLookUpNanoseconds;
  }
  return probes(size, distance) * kProbeNanoseconds +
         candidates(size, distance) * words * kCandidateNanoseconds;
}

bool Plan::scan_is_cheaper(std::uint64_t size, int distance) const noexcept {
  if (way_ != SearchWay::cheaper) return way_ == SearchWay::scan;
  Plan scan = *this;
  scan.way_ = SearchWay::scan;
  return scan.cost(size, distance) <= cost(size, distance);
}

double Plan::bytes_per_entry() const noexcept {
  constexpr double kIdBytes = 8;
  constexpr double kIdTableBytes = 5;   // 1.25 slots of 4 bytes
  constexpr double kIdFilterBytes = 1;  // about: see IdFilter
  constexpr double kTagBytes = 2;
  constexpr double kPlaceBytes = 4;
  const double word = bits_ == 128 ? 16 : 8;
  double starts = 0;
  for (int i = 0; i < blocks_; ++i)
    starts += 4 * static_cast<double>(std::uint64_t{1} << field(i, expected_size_).bits);
  const double tables =
      has_tags() ? word + kTagBytes + (blocks_ - 1) * (kTagBytes + kPlaceBytes) : blocks_ * word;
  return tables + starts / static_cast<double>(expected_size_) + kIdBytes + kIdTableBytes + kIdFilterBytes;
}

std::string Plan::explain() const {
  const std::string head =
      fmt::format("{} bits within {} of {} expected: ", bits_, max_distance_, expected_size_);
  const std::string memory = fmt::format("{:.0f} bytes per fingerprint", bytes_per_entry());
  Plan scan = *this;
  scan.way_ = SearchWay::scan;
  const double scan_microseconds = scan.cost(expected_size_, max_distance_) / 1000;
  if (way_ == SearchWay::scan) {
    return head + fmt::format("scan of all, about {:.3g} us per find, {}", scan_microseconds, memory);
  }
  const KeyField key = field(0, expected_size_);
  const std::string blocks = fmt::format("{} blocks keyed by up to {} bits, ", blocks_, key.bits);
  const double entries = candidates(expected_size_, max_distance_);
  const std::string searched =
      has_tags()
          ? fmt::format("tags of up to {} bits, {:.0f} probes, about {:.0f} tags and {:.2g} words read",
                        tag_field(0, key).bits, probes(expected_size_, max_distance_), entries,
                        look_ups(expected_size_, max_distance_))
          : fmt::format("{} differing bits allowed in the first, {:.0f} probes, about {:.0f} words read",
                        spread_allowances(blocks_, max_distance_)[0], probes(expected_size_, max_distance_),
                        entries);
  return head + blocks + searched +
         fmt::format(", about {:.3g} us per find where a scan of all takes {:.3g}, {}",
                     cost(expected_size_, max_distance_) / 1000, scan_microseconds, memory);
}

}  // namespace neardup::internal::lsm
