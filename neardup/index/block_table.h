// A table over one bit field of the fingerprints: the entries are sorted by that field, and an
// array holds the start of each bucket. One look-up leads to all fingerprints that share the key,
// stored contiguously and ready to scan. Entries take one of two forms.
//
// Fingerprints: whole ones and nothing else, for tables where a find probes many small buckets.
//
// Tags: up to 16 bits of each fingerprint, taken from just after its key, and the place of the
// fingerprint in table 0. A find reads the tags, a quarter of the bytes of whole 64-bit
// fingerprints, and looks up the few whose tags are close enough. Table 0 stores its fingerprints
// next to the tags, so there an entry is its own place.
//
// Tables do not change once built; any number of threads may read them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/index/column.h"
#include "neardup/index/mapped_index_file.h"
#include "neardup/index/word.h"

namespace neardup::internal::lsm {

/// The entries [begin, end) of a table. Has no initial values, for the same reason as Probe.
struct Bucket {
  std::uint32_t begin;
  std::uint32_t end;
  [[nodiscard]] std::size_t size() const noexcept { return end - begin; }
};

template <FingerprintWord Word>
struct BlockTable {
  KeyField field;
  Column<std::uint32_t> starts;       // 2^field.bits + 1 values
  Column<Word> entries = {};          // empty in a table of tags, except in table 0
  KeyField tag_field = {};            // this and the members below: empty in a table of fingerprints
  Column<std::uint16_t> tags = {};    // tag_field of each entry
  Column<std::uint32_t> places = {};  // place in table 0 of the first equal fingerprint; empty in table 0

  [[nodiscard]] bool has_tags() const noexcept { return tags.size() != 0; }
  [[nodiscard]] std::size_t size() const noexcept { return has_tags() ? tags.size() : entries.size(); }

  /// Returns the bucket of a key without reading its entries. Throws Error if its start or end is
  /// invalid, which can happen only in a file.
  [[nodiscard]] Bucket bucket(std::uint32_t key, const MappedIndexFile* guard) const;

  /// Returns the fingerprints, or the tags, of a bucket after checking their pages in a file.
  /// REQUIRES: the bucket comes from this table, and the table has them
  [[nodiscard]] std::span<const Word> fingerprints(Bucket bucket, const MappedIndexFile* guard) const {
    return part(entries, bucket, guard);
  }
  [[nodiscard]] std::span<const std::uint16_t> tags_of(Bucket bucket, const MappedIndexFile* guard) const {
    return part(tags, bucket, guard);
  }

  /// Returns the place of an entry in table 0, which has `fingerprints` entries. Throws Error if a file
  /// names a place outside of it.
  [[nodiscard]] std::uint32_t place(std::uint32_t entry, std::size_t fingerprints,
                                    const MappedIndexFile* guard) const;

  [[nodiscard]] std::size_t bytes() const noexcept {
    return starts.bytes() + entries.bytes() + tags.bytes() + places.bytes();
  }

 private:
  template <typename T>
  [[nodiscard]] static std::span<const T> part(const Column<T>& column, Bucket bucket,
                                               const MappedIndexFile* guard) {
    const std::span<const T> values = column.values().subspan(bucket.begin, bucket.size());
    touch(guard, values);
    return values;
  }
};

/// Returns where each key starts.
/// REQUIRES: `fingerprints` are sorted by the field
template <FingerprintWord Word>
[[nodiscard]] Column<std::uint32_t> count_starts(const MemoryPool& pool, std::span<const Word> fingerprints,
                                                 KeyField field);

/// Builds a table of the fingerprints sorted by the field. The sort is stable.
template <FingerprintWord Word>
[[nodiscard]] BlockTable<Word> build_table(const MemoryPool& pool, std::span<const Word> fingerprints,
                                           KeyField field);

/// Returns the tags of the fingerprints, in the same order.
template <FingerprintWord Word>
[[nodiscard]] Column<std::uint16_t> take_tags(const MemoryPool& pool, std::span<const Word> fingerprints,
                                              KeyField tag_field);

/// Builds a table of tags over table 0, whose entries are `fingerprints`. Each distinct one gets one tag.
/// REQUIRES: `fingerprints` are sorted
template <FingerprintWord Word>
[[nodiscard]] BlockTable<Word> build_tag_table(const MemoryPool& pool, std::span<const Word> fingerprints,
                                               KeyField field, KeyField tag_field);

extern template struct BlockTable<std::uint64_t>;
extern template struct BlockTable<Bits128>;

}  // namespace neardup::internal::lsm
