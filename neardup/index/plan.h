// Decides how an index searches. Split the fingerprint into m blocks and allow t_i differing bits
// in block i. Two fingerprints within distance k cannot exceed the allowance in every block,
// because then they would differ in at least sum(t_i + 1) bits. So with sum(t_i + 1) = k + 1 it is
// enough to probe, block by block, the buckets within t_i bits of the query's block (Norouzi,
// Punjani, Fleet 2012; m = k + 1 is the pigeonhole scheme of Manku 2007).
//
// With few blocks, the tables take little memory but a find probes many small buckets; with many
// blocks, it probes a few large ones; a scan needs no tables and no probes. The plan weighs these
// for the expected size and explains its choice.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "neardup/index/word.h"

namespace neardup::internal::lsm {

inline constexpr int kMaxBlocks = 16;

/// How many bits may differ in each block; -1: no need to probe the block.
using Allowances = std::array<int, kMaxBlocks>;

/// Returns allowances for `distance`: spread evenly, with the sum of (allowance + 1) equal to distance + 1.
/// REQUIRES: blocks >= 1
[[nodiscard]] Allowances spread_allowances(int blocks, int distance) noexcept;

/// Returns how many bits may differ in the tag (Plan::tag_field) of a table whose key must be equal,
/// such that each fingerprint within the distance still shows up in at least one probed table.
/// REQUIRES: distance < blocks
///
/// Proof. The tag lies within the key's block and the next one, where the first block follows the
/// last. Tables 0 to `distance` are probed. In one of them the block has no differing bits and the
/// next block at most 1. For suppose that z of these distance + 1 blocks have no differing bits, and
/// that each of the z is followed by a block with 2 or more. Those followers have at least 2z
/// differing bits in total. At least distance + 1 - 2z of the blocks are neither among the z nor
/// among the followers, and each has 1 or more. That makes distance + 1 differing bits, one too many.
/// (For distance = blocks - 1 this is the pigeonring of Qin and Xiao 2018 with chains of length 2.)
[[nodiscard]] constexpr int tag_limit(int distance) noexcept { return std::min(distance, 1); }

/// `cheaper` searches every run the cheaper way for its size and the query's distance; the others
/// force one way.
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
  /// Chooses the cheapest plan for the request. Throws Error if the width, the distance or the
  /// number of blocks is invalid.
  [[nodiscard]] static Plan choose(const PlanRequest& request);

  [[nodiscard]] int bits() const noexcept { return bits_; }
  [[nodiscard]] int max_distance() const noexcept { return max_distance_; }

  [[nodiscard]] std::uint64_t expected_size() const noexcept { return expected_size_; }

  /// Returns the seed of the hash of ids. The plan does not choose it, but it too is the same for all runs.
  [[nodiscard]] std::uint64_t id_seed() const noexcept { return id_seed_; }

  /// Returns the number of tables: 1 if the index always scans.
  [[nodiscard]] int blocks() const noexcept { return blocks_; }
  [[nodiscard]] SearchWay way() const noexcept { return way_; }

  /// Returns whether tables keep tags. They do when a find probes one bucket per block. At large
  /// distances it probes many, and so many entries pass the tag test that reading whole
  /// fingerprints contiguously is better than looking them up.
  [[nodiscard]] bool has_tags() const noexcept { return way_ != SearchWay::scan && max_distance_ < blocks_; }

  /// Returns log2 of the entries that a bucket should hold. 16 tags are half a cache line. Whole
  /// fingerprints are probed in many buckets, and longer keys would mean more of them.
  [[nodiscard]] static int entries_per_bucket_log2() noexcept { return 4; }

  /// Returns the key field of a block in a run of `size` entries: the leading bits of the block, as
  /// many as make buckets of that length.
  [[nodiscard]] KeyField field(int block, std::uint64_t size) const noexcept;

  /// Returns the tag field of a table with this key: the bits after the key, up to the end of the
  /// next block, wrapping around the end of the fingerprint.
  [[nodiscard]] KeyField tag_field(int block, KeyField key) const noexcept;

  /// Returns whether scanning every entry beats probing the tables of a run of `size` entries.
  [[nodiscard]] bool scan_is_cheaper(std::uint64_t size, int distance) const noexcept;

  /// Returns the plan as one readable line.
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

}  // namespace neardup::internal::lsm
