// Fingerprints ordered by one field of theirs, with an array of where each bucket starts: one look-up leads
// to all that share the key, side by side, ready to be scanned. Entries are whole fingerprints and nothing
// else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/index/column.h"
#include "neardup/index/page_guard.h"
#include "neardup/index/word.h"

namespace neardup::index {

/// Places of entries, from `begin` up to and without `end`.
struct Bucket {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  [[nodiscard]] std::size_t size() const noexcept { return end - begin; }
};

template <FingerprintWord Word>
struct BlockTable {
  KeyField field;
  Column<std::uint32_t> starts;  // 2^field.bits + 1 of them
  Column<Word> entries;

  /// Throws Error when the starts cannot be, which only a file can bring about.
  [[nodiscard]] Bucket bucket(std::uint32_t key, const PageGuard* guard) const;

  [[nodiscard]] std::span<const Word> words(Bucket bucket) const noexcept {
    return entries.values().subspan(bucket.begin, bucket.size());
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return starts.bytes() + entries.bytes(); }
};

/// Where each key starts among words that are ordered by the field already.
template <FingerprintWord Word>
[[nodiscard]] Column<std::uint32_t> count_starts(const MemoryPool& pool, std::span<const Word> words,
                                                 KeyField field);

/// The words ordered by the field; those of one bucket keep their order.
template <FingerprintWord Word>
[[nodiscard]] BlockTable<Word> build_table(const MemoryPool& pool, std::span<const Word> words,
                                           KeyField field);

extern template struct BlockTable<std::uint64_t>;
extern template struct BlockTable<Bits128>;

}  // namespace neardup::index
