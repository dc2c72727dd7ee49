// How an index searches. Split the fingerprint into m blocks and allow t_i differing bits in block i: two
// fingerprints within distance k cannot exceed the allowance in every block, because then they would differ
// in at least sum(t_i + 1) bits. So with sum(t_i + 1) = k + 1 it is enough to look, block by block, at the
// buckets within t_i bits of the query's block (Norouzi, Punjani, Fleet 2012; m = k + 1 is the pigeonhole of
// Manku 2007). Few blocks mean little memory and many small buckets to probe, many blocks mean a few large
// buckets; a scan needs neither. The plan weighs them for the expected size and explains its choice.
#pragma once

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

  /// How many entries a bucket should have: half a cache line where one bucket a block is probed, more where
  /// longer keys would mean more probes.
  [[nodiscard]] int entries_per_bucket_log2() const noexcept { return max_distance_ < blocks_ ? 2 : 4; }

  /// The field that keys the table of a block in a run of `size` entries: the leading bits of the block, as
  /// many as make buckets of that length.
  [[nodiscard]] KeyField field(int block, std::uint64_t size) const noexcept;

  /// Whether looking at every entry beats probing the tables of a run of `size` entries.
  [[nodiscard]] bool scan_is_cheaper(std::uint64_t size, int distance) const noexcept;

  /// One line for people.
  [[nodiscard]] std::string explain() const;

 private:
  [[nodiscard]] double probes(std::uint64_t size, int distance) const noexcept;
  [[nodiscard]] double candidates(std::uint64_t size, int distance) const noexcept;
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
