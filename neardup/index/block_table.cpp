#include "neardup/index/block_table.h"

#include <algorithm>

#include "neardup/util/error.h"

namespace neardup::internal::lsm {

namespace {

/// Returns a copy of the starts, used as the place of the next entry of each key.
Column<std::uint32_t> copy_starts(const MemoryPool& pool, const Column<std::uint32_t>& starts) {
  Column<std::uint32_t> copy(pool, starts.size());
  std::ranges::copy(starts.values(), copy.writable());
  return copy;
}

/// Turns the counts of keys, each stored one place after its key, into where each key starts.
void sum_up(Column<std::uint32_t>& counts) {
  for (std::size_t i = 1; i < counts.size(); ++i) counts.writable()[i] += counts[i - 1];
}

}  // namespace

template <FingerprintWord Word>
Bucket BlockTable<Word>::bucket(std::uint32_t key, const MappedIndexFile* guard) const {
  touch(guard, starts.values().subspan(key, 2));
  const Bucket found{starts[key], starts[key + 1]};
  if (found.begin > found.end || found.end > size()) {
    throw Error(ErrorCode::corrupt, "index: a bucket ends outside its table");
  }
  return found;
}

template <FingerprintWord Word>
std::uint32_t BlockTable<Word>::place(std::uint32_t entry, std::size_t fingerprints,
                                      const MappedIndexFile* guard) const {
  if (places.size() == 0) return entry;
  touch(guard, places.values().subspan(entry, 1));
  if (places[entry] >= fingerprints) throw Error(ErrorCode::corrupt, "index: an entry lies outside table 0");
  return places[entry];
}

template <FingerprintWord Word>
Column<std::uint32_t> count_starts(const MemoryPool& pool, std::span<const Word> fingerprints,
                                   KeyField field) {
  auto starts = Column<std::uint32_t>::zeros(pool, (std::size_t{1} << field.bits) + 1);
  std::uint32_t* const counts = starts.writable();
  for (const Word& word : fingerprints) ++counts[field.key(word) + 1];
  sum_up(starts);
  return starts;
}

template <FingerprintWord Word>
BlockTable<Word> build_table(const MemoryPool& pool, std::span<const Word> fingerprints, KeyField field) {
  BlockTable<Word> table{field, count_starts(pool, fingerprints, field),
                         Column<Word>(pool, fingerprints.size())};
  Column<std::uint32_t> next_places = copy_starts(pool, table.starts);
  std::uint32_t* const next = next_places.writable();
  Word* const entries = table.entries.writable();
  for (const Word& word : fingerprints) entries[next[field.key(word)]++] = word;
  return table;
}

template <FingerprintWord Word>
Column<std::uint16_t> take_tags(const MemoryPool& pool, std::span<const Word> fingerprints,
                                KeyField tag_field) {
  Column<std::uint16_t> tags(pool, fingerprints.size());
  std::ranges::transform(fingerprints, tags.writable(),
                         [&](const Word& word) { return tag_field.tag(word); });
  return tags;
}

template <FingerprintWord Word>
BlockTable<Word> build_tag_table(const MemoryPool& pool, std::span<const Word> fingerprints, KeyField field,
                                 KeyField tag_field) {
  const auto repeats = [&](std::size_t i) { return i > 0 && fingerprints[i] == fingerprints[i - 1]; };
  BlockTable<Word> table{field, Column<std::uint32_t>::zeros(pool, (std::size_t{1} << field.bits) + 1)};
  std::uint32_t* const counts = table.starts.writable();
  for (std::size_t i = 0; i < fingerprints.size(); ++i)
    counts[field.key(fingerprints[i]) + 1] += repeats(i) ? 0 : 1;
  sum_up(table.starts);
  const std::size_t size = table.starts[table.starts.size() - 1];
  table.tag_field = tag_field;
  table.tags = Column<std::uint16_t>(pool, size);
  table.places = Column<std::uint32_t>(pool, size);
  Column<std::uint32_t> next_places = copy_starts(pool, table.starts);
  std::uint32_t* const next = next_places.writable();
  std::uint16_t* const tags = table.tags.writable();
  std::uint32_t* const places = table.places.writable();
  for (std::size_t i = 0; i < fingerprints.size(); ++i) {
    if (repeats(i)) continue;
    const std::uint32_t entry = next[field.key(fingerprints[i])]++;
    tags[entry] = tag_field.tag(fingerprints[i]);
    places[entry] = static_cast<std::uint32_t>(i);
  }
  return table;
}

template struct BlockTable<std::uint64_t>;
template struct BlockTable<Bits128>;
template Column<std::uint32_t> count_starts(const MemoryPool&, std::span<const std::uint64_t>, KeyField);
template Column<std::uint32_t> count_starts(const MemoryPool&, std::span<const Bits128>, KeyField);
template BlockTable<std::uint64_t> build_table(const MemoryPool&, std::span<const std::uint64_t>, KeyField);
template BlockTable<Bits128> build_table(const MemoryPool&, std::span<const Bits128>, KeyField);
template Column<std::uint16_t> take_tags(const MemoryPool&, std::span<const std::uint64_t>, KeyField);
template Column<std::uint16_t> take_tags(const MemoryPool&, std::span<const Bits128>, KeyField);
template BlockTable<std::uint64_t> build_tag_table(const MemoryPool&, std::span<const std::uint64_t>,
                                                   KeyField, KeyField);
template BlockTable<Bits128> build_tag_table(const MemoryPool&, std::span<const Bits128>, KeyField, KeyField);

}  // namespace neardup::internal::lsm
