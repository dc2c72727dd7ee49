// A sorted run of the LSM tree, immutable: fingerprints with their ids, and a table for each block.
//
// Table 0 holds every entry, sorted by the whole fingerprint, with the ids in the same order. The other
// tables hold each distinct fingerprint once: as a tag and its place in table 0, or, if the plan has no
// tags, as the whole fingerprint. Hits among the latter are rare, and a look-up of the fingerprint in
// table 0 finds their ids. So equal fingerprints share one entry in every table except table 0.
//
// A bucket much larger than the others (template pages, an attacker) gets a second level: the same idea
// applied once more to the bits outside the key. An index that scans such buckets would stop answering.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "neardup/index/block_table.h"
#include "neardup/index/id_column.h"
#include "neardup/index/mapped_index_file.h"
#include "neardup/index/plan.h"

namespace neardup::internal::lsm {

/// The second level of one bucket: a table of fingerprints for each piece of the bits outside the
/// key, with tags next to the fingerprints if the plan has tags.
template <FingerprintWord Word>
struct HotBucket {
  std::uint32_t key = 0;
  std::vector<BlockTable<Word>> pieces;
};

/// Entries sorted by fingerprint, each with one number that leads to its id.
template <FingerprintWord Word>
struct SortedEntries {
  Column<Word> fingerprints;
  Column<std::uint64_t> ids;
  [[nodiscard]] std::size_t size() const noexcept { return fingerprints.size(); }
};

template <FingerprintWord Word>
class SortedRun {
 public:
  /// The parts of a run, in memory and in a file.
  struct Parts {
    std::vector<BlockTable<Word>> tables;           // one per block of the plan
    std::vector<std::vector<HotBucket<Word>>> hot;  // for each table, sorted by key
    IdColumn ids;
    IdTable id_table;
  };

  /// Builds the tables.
  /// REQUIRES: `fingerprints` are sorted, there are as many ids, and fewer than 2^32 - 1 of them
  SortedRun(const Plan& plan, const MemoryPool& pool, Column<Word> fingerprints, IdColumn ids);

  /// Takes over parts that were read from a file.
  SortedRun(const Plan& plan, Parts parts, std::shared_ptr<const MappedIndexFile> guard);

  /// Returns a copy in memory. Reads and checks the file.
  [[nodiscard]] std::shared_ptr<const SortedRun> load(const Plan& plan, const MemoryPool& pool) const;

  [[nodiscard]] std::size_t size() const noexcept { return parts_.tables[0].entries.size(); }
  [[nodiscard]] std::size_t bytes() const noexcept;
  [[nodiscard]] const Parts& parts() const noexcept { return parts_; }
  [[nodiscard]] const MappedIndexFile* guard() const noexcept { return guard_.get(); }
  [[nodiscard]] bool scan_is_cheaper(int distance) const noexcept {
    return scans_[static_cast<std::size_t>(distance)] != 0;
  }

  [[nodiscard]] bool has_hot_buckets() const noexcept { return has_hot_buckets_; }

  /// Returns the second level of a bucket, or null if it has none.
  [[nodiscard]] const HotBucket<Word>* hot_bucket(std::size_t table, std::uint32_t key) const noexcept;

  /// Returns the places in table 0 that hold exactly this fingerprint.
  [[nodiscard]] Bucket equal_entries(const Word& word) const;

  /// Returns the place after the last entry with the same fingerprint as `first`.
  /// REQUIRES: `first` is the first of them
  [[nodiscard]] std::uint32_t end_of_equal(std::uint32_t first) const;

  [[nodiscard]] Word fingerprint(std::size_t place) const;
  [[nodiscard]] IdRef id(std::size_t place) const { return parts_.ids.id(place, guard_.get()); }
  [[nodiscard]] std::optional<std::uint32_t> find_id(const IdRef& id, std::uint64_t hash) const {
    return parts_.id_table.find(parts_.ids, id, hash, guard_.get());
  }

  /// Throws Error if a bucket or a place lies outside of its table, which can happen only in a file.
  void verify() const;

  /// Checks all pages of table 0 and of the ids. Called before a merge, which reads without checking.
  void touch_entries() const;

 private:
  void decide_ways(const Plan& plan);

  Parts parts_;
  std::shared_ptr<const MappedIndexFile> guard_;
  bool has_hot_buckets_ = false;
  std::vector<char> scans_;  // for each distance, whether scanning table 0 beats probing
};

/// Returns the fields of the second level under `field` for a bucket of `size` entries: the other
/// bits in as many pieces as the plan has blocks.
[[nodiscard]] std::vector<KeyField> second_level_fields(const Plan& plan, KeyField field, std::uint64_t size);

/// Returns the tag field of a piece: the leading bits of the key of the next piece, where the first
/// piece follows the last. So tag_limit holds for pieces as it does for blocks: the pieces take the
/// place of the blocks, and the key of the bucket, which lies between the last piece and the first,
/// does not differ. A single piece has no next one, and its tag is empty.
[[nodiscard]] KeyField second_level_tag(std::span<const KeyField> fields, std::size_t piece);

/// Returns the size above which a bucket gets a second level.
[[nodiscard]] std::size_t hot_bucket_limit(std::size_t entries, KeyField field) noexcept;

extern template class SortedRun<std::uint64_t>;
extern template class SortedRun<Bits128>;

}  // namespace neardup::internal::lsm
