#include "neardup/index/block_table.h"

#include <algorithm>

#include "neardup/util/error.h"

namespace neardup::index {

template <FingerprintWord Word>
Bucket BlockTable<Word>::bucket(std::uint32_t key, const PageGuard* guard) const {
  touch(guard, starts.values().subspan(key, 2));
  const Bucket found{starts[key], starts[key + 1]};
  if (found.begin > found.end || found.end > entries.size()) {
    throw Error(ErrorCode::corrupt, "index: a bucket ends outside of its table");
  }
  touch(guard, words(found));
  return found;
}

template <FingerprintWord Word>
Column<std::uint32_t> count_starts(const MemoryPool& pool, std::span<const Word> words, KeyField field) {
  auto starts = Column<std::uint32_t>::zeros(pool, (std::size_t{1} << field.bits) + 1);
  std::uint32_t* const counts = starts.writable();
  for (const Word& word : words) ++counts[field.key(word) + 1];
  for (std::size_t i = 1; i < starts.size(); ++i) counts[i] += counts[i - 1];
  return starts;
}

template <FingerprintWord Word>
BlockTable<Word> build_table(const MemoryPool& pool, std::span<const Word> words, KeyField field) {
  BlockTable<Word> table{field, count_starts(pool, words, field), Column<Word>(pool, words.size())};
  Column<std::uint32_t> next_places(pool, table.starts.size());
  std::uint32_t* const next = next_places.writable();
  std::ranges::copy(table.starts.values(), next);
  Word* const entries = table.entries.writable();
  for (const Word& word : words) entries[next[field.key(word)]++] = word;
  return table;
}

template struct BlockTable<std::uint64_t>;
template struct BlockTable<Bits128>;
template Column<std::uint32_t> count_starts(const MemoryPool&, std::span<const std::uint64_t>, KeyField);
template Column<std::uint32_t> count_starts(const MemoryPool&, std::span<const Bits128>, KeyField);
template BlockTable<std::uint64_t> build_table(const MemoryPool&, std::span<const std::uint64_t>, KeyField);
template BlockTable<Bits128> build_table(const MemoryPool&, std::span<const Bits128>, KeyField);

}  // namespace neardup::index
