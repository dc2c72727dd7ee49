// How an index searches. Split the fingerprint into m blocks and allow t_i differing bits in block i: two
// fingerprints within distance k cannot exceed the allowance in every block, because then they would differ
// in at least sum(t_i + 1) bits. So with sum(t_i + 1) = k + 1 it is enough to look, block by block, at the
// buckets within t_i bits of the query's block (Norouzi, Punjani, Fleet 2012; m = k + 1 is the pigeonhole of
// Manku 2007). Few blocks mean little memory and many small buckets to probe, many blocks mean a few large
// buckets; a scan needs neither. The plan weighs them for the expected size and explains its choice.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "neardup/index/word.h"

namespace neardup::index {

inline constexpr int kMaxBlocks = 16;

/// How many bits may differ in each block; -1: the block need not be looked at.
using Allowances = std::array<int, kMaxBlocks>;

/// Allowances for `distance`, the sum of (allowance + 1) being distance + 1, spread evenly. REQUIRES: blocks
/// >= 1
[[nodiscard]] Allowances spread_allowances(int blocks, int distance) noexcept;

/// How many bits may differ in the tag (Plan::tag_field) of a table whose key must be equal, so that words
/// within the distance are still shown by one of the tables that are looked at. REQUIRES: distance < blocks
///
/// The tag lies within the key's block and the one after it, the first after the last. Tables 0 to `distance`
/// are looked at, and in one of them the block has no differing bits and the block after it at most 1. For
/// let z of these distance + 1 blocks have none, and each be followed by one with 2 or more: that makes 2z,
/// and at least distance + 1 - 2z of them are neither, with 1 or more each, together distance + 1, one too
/// many. (For distance = blocks - 1 this is the pigeonring of Qin and Xiao 2018, chains of 2.)
[[nodiscard]] constexpr int tag_limit(int distance) noexcept { return std::min(distance, 1); }

/// Every run is searched the cheaper way for its size and the distance asked for, unless one way is forced.
enum class SearchWay : std::uint32_t { cheaper, scan, probe };

struct PlanRequest {
  int bits = 64;
  int max_distance = 3;
  std::uint64_t expected_size = 0;
  std::uint64_t memory_budget = 0;  // bytes, 0: no limit
  int blocks = 0;                   // 0: the plan decides
  std::uint64_t id_seed = 0;
  SearchWay way = SearchWay::cheaper;
};

class Plan {
 public:
  /// Throws Error for a width, distance or number of blocks that cannot be.
  [[nodiscard]] static Plan choose(const PlanRequest& request);

  [[nodiscard]] int bits() const noexcept { return bits_; }
  [[nodiscard]] int max_distance() const noexcept { return max_distance_; }

  [[nodiscard]] std::uint64_t expected_size() const noexcept { return expected_size_; }

  /// Of the hash of ids: no choice of the plan, but like it the same for all runs.
  [[nodiscard]] std::uint64_t id_seed() const noexcept { return id_seed_; }

  /// How many tables there are. 1 when everything is scanned.
  [[nodiscard]] int blocks() const noexcept { return blocks_; }
  [[nodiscard]] SearchWay way() const noexcept { return way_; }

  /// Whether tables keep tags: where one bucket a block is probed. Where many are, at large distances, a tag
  /// passes so much that reading whole words side by side is better than looking them up.
  [[nodiscard]] bool has_tags() const noexcept { return way_ != SearchWay::scan && max_distance_ < blocks_; }

  /// How many entries a bucket should have: so many tags are half a cache line; whole words are probed in
  /// many buckets, and longer keys would mean more of them.
  [[nodiscard]] static int entries_per_bucket_log2() noexcept { return 4; }

  /// The field that keys the table of a block in a run of `size` entries: the leading bits of the block, as
  /// many as make buckets of that length.
  [[nodiscard]] KeyField field(int block, std::uint64_t size) const noexcept;

  /// The bits of which a table with this key keeps a tag: those after the key, up to the end of the next
  /// block, around the end of the fingerprint.
  [[nodiscard]] KeyField tag_field(int block, KeyField key) const noexcept;

  /// Whether looking at every entry beats probing the tables of a run of `size` entries.
  [[nodiscard]] bool scan_is_cheaper(std::uint64_t size, int distance) const noexcept;

  /// One line for people.
  [[nodiscard]] std::string explain() const;

 private:
  [[nodiscard]] double probes(std::uint64_t size, int distance) const noexcept;
  [[nodiscard]] double candidates(std::uint64_t size, int distance) const noexcept;
  [[nodiscard]] double look_ups(std::uint64_t size, int distance) const noexcept;
  [[nodiscard]] double cost(std::uint64_t size, int distance) const noexcept;
  [[nodiscard]] double bytes_per_entry() const noexcept;

  int bits_ = 64;
  int max_distance_ = 3;
  int blocks_ = 4;
  SearchWay way_ = SearchWay::cheaper;
  std::uint64_t expected_size_ = 0;
  std::uint64_t id_seed_ = 0;
};

}  // namespace neardup::index
