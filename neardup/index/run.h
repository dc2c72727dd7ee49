// An immutable part of an index: the fingerprints with their ids, ordered, and a table for each block.
//
// Table 0 holds every entry, ordered by the whole fingerprint, and the ids stand beside it. The other tables
// hold each distinct fingerprint once, as a tag and its place in table 0, or where the plan has no tags as
// the whole word. A hit in the latter is rare, and its ids are found by looking the fingerprint up in table
// 0. Equal fingerprints cost one entry in all tables but one.
//
// A bucket much larger than the others (template pages, an attacker) has a second level: the same idea once
// more on the bits that are not the key. Others scan such buckets, and stop answering.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "neardup/index/block_table.h"
#include "neardup/index/id_column.h"
#include "neardup/index/page_guard.h"
#include "neardup/index/plan.h"

namespace neardup::index {

/// The second level of one bucket: a table of words for each piece of the other bits, with tags beside the
/// words where the plan has tags.
template <FingerprintWord Word>
struct HotBucket {
  std::uint32_t key = 0;
  std::vector<BlockTable<Word>> pieces;
};

/// Entries ordered by fingerprint, with one number each that leads to the id.
template <FingerprintWord Word>
struct SortedEntries {
  Column<Word> words;
  Column<std::uint64_t> ids;
  [[nodiscard]] std::size_t size() const noexcept { return words.size(); }
};

template <FingerprintWord Word>
class Run {
 public:
  /// What a run consists of, in memory and in a file.
  struct Parts {
    std::vector<BlockTable<Word>> tables;           // one for each block of the plan
    std::vector<std::vector<HotBucket<Word>>> hot;  // for each table, ordered by key
    IdColumn ids;
    IdTable id_table;
  };

  /// Builds tables. REQUIRES: words ordered, as many ids, fewer than 2^32 - 1 of them
  Run(const Plan& plan, const MemoryPool& pool, Column<Word> words, IdColumn ids);

  /// Takes parts that were read from a file.
  Run(const Plan& plan, Parts parts, std::shared_ptr<const PageGuard> guard);

  [[nodiscard]] std::size_t size() const noexcept { return parts_.tables[0].entries.size(); }
  [[nodiscard]] std::size_t bytes() const noexcept;
  [[nodiscard]] const Parts& parts() const noexcept { return parts_; }
  [[nodiscard]] const PageGuard* guard() const noexcept { return guard_.get(); }
  [[nodiscard]] bool scan_is_cheaper(int distance) const noexcept {
    return scans_[static_cast<std::size_t>(distance)] != 0;
  }

  [[nodiscard]] bool has_hot_buckets() const noexcept { return has_hot_buckets_; }

  /// The second level of a bucket, or null.
  [[nodiscard]] const HotBucket<Word>* hot_bucket(std::size_t table, std::uint32_t key) const noexcept;

  /// The places in table 0 that hold exactly this fingerprint.
  [[nodiscard]] Bucket equal_entries(const Word& word) const;

  /// The place after the last one that holds the same fingerprint as `first`, which is the first of them.
  [[nodiscard]] std::uint32_t end_of_equal(std::uint32_t first) const;

  [[nodiscard]] Word word(std::size_t place) const;
  [[nodiscard]] IdRef id(std::size_t place) const { return parts_.ids.id(place, guard_.get()); }
  [[nodiscard]] std::optional<std::uint32_t> find_id(const IdRef& id, std::uint64_t hash) const {
    return parts_.id_table.find(parts_.ids, id, hash, guard_.get());
  }

  /// Throws Error when a bucket or a place lies outside of its table, which only a file can bring about.
  void verify() const;

  /// Reads all of table 0 and the ids, checked: before a merge, which reads without asking.
  void touch_entries() const;

 private:
  void decide_ways(const Plan& plan);

  Parts parts_;
  std::shared_ptr<const PageGuard> guard_;
  bool has_hot_buckets_ = false;
  std::vector<char> scans_;  // for each distance, whether scanning table 0 beats probing
};

/// The fields of the second level under `field`, for a bucket of `size` entries: the other bits in as many
/// pieces as the plan has blocks.
[[nodiscard]] std::vector<KeyField> second_level_fields(const Plan& plan, KeyField field, std::uint64_t size);

/// The tag of a piece: what the key of the next one is made of, after the last piece the first. So tag_limit
/// holds for the pieces as for blocks: they take the place of the blocks, and the key of the bucket, which is
/// between the last and the first, does not differ. One piece has none after it and an empty tag.
[[nodiscard]] KeyField second_level_tag(std::span<const KeyField> fields, std::size_t piece);

/// A bucket above this gets a second level.
[[nodiscard]] std::size_t hot_bucket_limit(std::size_t entries, KeyField field) noexcept;

extern template class Run<std::uint64_t>;
extern template class Run<Bits128>;

}  // namespace neardup::index
