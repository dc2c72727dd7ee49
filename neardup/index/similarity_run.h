// A sorted run of a SimilarityIndex, immutable: for every band a table sorted by key (band_table.h), the ids,
// and the shingle sets for the exact check. Entries are numbered in the order in which they were merged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "neardup/index/band_table.h"
#include "neardup/index/id_column.h"
#include "neardup/index/mapped_index_file.h"
#include "neardup/index/packed_sets.h"
#include "neardup/index/tombstones.h"

namespace neardup::internal::lsm {

class SimilarityRun {
 public:
  /// The parts of a run, in memory and in a file.
  struct Parts {
    std::vector<BandTable> tables;  // one per band
    IdColumn ids;
    IdTable id_table;
    PackedSets sets;
  };

  /// `guard` is the file that holds the parts, or null for parts in memory; `sets_guard` the one that holds the
  /// sets.
  SimilarityRun(Parts parts, std::shared_ptr<const MappedIndexFile> guard,
                std::shared_ptr<const MappedIndexFile> sets_guard)
      : parts_(std::move(parts)), guard_(std::move(guard)), sets_guard_(std::move(sets_guard)) {}

  /// Returns a copy with everything in memory except the sets. Reads and checks the rest of the file.
  [[nodiscard]] std::shared_ptr<const SimilarityRun> load_tables(const MemoryPool& pool) const;

  [[nodiscard]] std::size_t size() const noexcept { return parts_.ids.size(); }
  /// Returns the bytes of the run. Sets in a file do not count.
  [[nodiscard]] std::size_t bytes() const noexcept;
  [[nodiscard]] const Parts& parts() const noexcept { return parts_; }
  [[nodiscard]] const MappedIndexFile* guard() const noexcept { return guard_.get(); }
  [[nodiscard]] const MappedIndexFile* sets_guard() const noexcept { return sets_guard_.get(); }

  [[nodiscard]] IdRef id(std::size_t place) const { return parts_.ids.id(place, guard_.get()); }
  [[nodiscard]] std::optional<std::uint32_t> find_id(const IdRef& id, std::uint64_t hash) const {
    return parts_.id_table.find(parts_.ids, id, hash, guard_.get());
  }
  [[nodiscard]] PackedSet set(std::size_t place) const { return parts_.sets.set(place, sets_guard_.get()); }

  /// Throws Error if a bucket, a place, an id or a set is invalid, which can happen only in a file.
  void verify() const;

  /// Checks all pages. Called before a merge, which reads without checking.
  void touch_entries() const {
    if (sets_guard_ != nullptr) sets_guard_->check_all();
  }

 private:
  void verify_table(const BandTable& table) const;

  Parts parts_;
  std::shared_ptr<const MappedIndexFile> guard_;       // null as soon as the tables are in memory
  std::shared_ptr<const MappedIndexFile> sets_guard_;  // null unless the run comes from a file
};

/// New entries: the keys of entry i begin at keys[i * bands], its packed set is sets[i], its id is ids[i].
struct NewSimilarEntries {
  std::vector<std::uint32_t> keys;
  std::vector<std::string_view> sets;  // refer to the memtable, or to the caller's memory
  /// Memory that the first of the sets fill, one after the other: a run takes it over instead of copying them.
  std::vector<Column<char>> pieces = {};
  IdColumn ids;
  [[nodiscard]] std::size_t size() const noexcept { return sets.size(); }
};

/// Returns a run of all live entries, or null if there are none. Builds the tables of a large run on all
/// cores. Throws Error if there are more than 2^32 - 2.
/// REQUIRES: all ids are of one kind
[[nodiscard]] std::shared_ptr<const SimilarityRun> merge_similar(
    std::size_t bands, std::uint64_t id_seed, const MemoryPool& pool, const NewSimilarEntries& entries,
    const std::vector<RunSource<SimilarityRun>>& sources);

}  // namespace neardup::internal::lsm
