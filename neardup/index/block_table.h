// Fingerprints ordered by one field of theirs, with an array of where each bucket starts: one look-up leads
// to all that share the key, side by side, ready to be scanned. Entries are stored in one of two forms.
//
// Words: whole fingerprints and nothing else. For tables of which many small buckets are probed.
//
// Tags: 16 bits of each fingerprint, those after its key, and where the fingerprint itself stands in table 0.
// A find reads the tags, a quarter of the bytes of whole words, and looks up the few whose tags are near
// enough. Table 0 has its words beside the tags, so a place there is the entry's own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/index/column.h"
#include "neardup/index/page_guard.h"
#include "neardup/index/word.h"

namespace neardup::index {

/// Places of entries, from `begin` up to and without `end`. No initial values, as for Probe.
struct Bucket {
  std::uint32_t begin;
  std::uint32_t end;
  [[nodiscard]] std::size_t size() const noexcept { return end - begin; }
};

template <FingerprintWord Word>
struct BlockTable {
  KeyField field;
  Column<std::uint32_t> starts;       // 2^field.bits + 1 of them
  Column<Word> entries = {};          // none in a table of tags, unless it is table 0
  KeyField tag_field = {};            // from here on: none in a table of words
  Column<std::uint16_t> tags = {};    // tag_field of each entry
  Column<std::uint32_t> places = {};  // in table 0, of the first that is equal; table 0 has none

  [[nodiscard]] bool has_tags() const noexcept { return tags.size() != 0; }
  [[nodiscard]] std::size_t size() const noexcept { return has_tags() ? tags.size() : entries.size(); }

  /// The entries are not touched yet. Throws Error when the starts cannot be, which only a file can bring
  /// about.
  [[nodiscard]] Bucket bucket(std::uint32_t key, const PageGuard* guard) const;

  /// Checked. REQUIRES: a bucket of a table that has them
  [[nodiscard]] std::span<const Word> words(Bucket bucket, const PageGuard* guard) const {
    return part(entries, bucket, guard);
  }
  [[nodiscard]] std::span<const std::uint16_t> tags_of(Bucket bucket, const PageGuard* guard) const {
    return part(tags, bucket, guard);
  }

  /// The place in table 0, which has `words` entries, of one entry. Throws Error when a file leads elsewhere.
  [[nodiscard]] std::uint32_t place(std::uint32_t entry, std::size_t words, const PageGuard* guard) const;

  [[nodiscard]] std::size_t bytes() const noexcept {
    return starts.bytes() + entries.bytes() + tags.bytes() + places.bytes();
  }

 private:
  template <typename T>
  [[nodiscard]] static std::span<const T> part(const Column<T>& column, Bucket bucket,
                                               const PageGuard* guard) {
    const std::span<const T> values = column.values().subspan(bucket.begin, bucket.size());
    touch(guard, values);
    return values;
  }
};

/// Where each key starts among words that are ordered by the field already.
template <FingerprintWord Word>
[[nodiscard]] Column<std::uint32_t> count_starts(const MemoryPool& pool, std::span<const Word> words,
                                                 KeyField field);

/// The words ordered by the field; those of one bucket keep their order.
template <FingerprintWord Word>
[[nodiscard]] BlockTable<Word> build_table(const MemoryPool& pool, std::span<const Word> words,
                                           KeyField field);

/// The tags of the words, in their order.
template <FingerprintWord Word>
[[nodiscard]] Column<std::uint16_t> take_tags(const MemoryPool& pool, std::span<const Word> words,
                                              KeyField tag_field);

/// A table of tags over table 0, whose entries are `words`: each value once. REQUIRES: words ordered
template <FingerprintWord Word>
[[nodiscard]] BlockTable<Word> build_tag_table(const MemoryPool& pool, std::span<const Word> words,
                                               KeyField field, KeyField tag_field);

extern template struct BlockTable<std::uint64_t>;
extern template struct BlockTable<Bits128>;

}  // namespace neardup::index
