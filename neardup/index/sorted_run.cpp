#include "neardup/index/sorted_run.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "neardup/index/copy_column.h"
#include "neardup/util/parallel.h"

namespace neardup::internal::lsm {

namespace {

/// Returns each distinct fingerprint once. Returns `fingerprints` itself if there are no duplicates.
template <FingerprintWord Word>
Column<Word> distinct(const MemoryPool& pool, const Column<Word>& fingerprints) {
  const std::span<const Word> all = fingerprints.values();
  const bool unique = std::adjacent_find(all.begin(), all.end()) == all.end();
  if (unique) return fingerprints;
  std::size_t count = 0;
  for (std::size_t i = 0; i < all.size(); ++i) count += i == 0 || all[i] != all[i - 1] ? 1 : 0;
  Column<Word> values(pool, count);
  std::unique_copy(all.begin(), all.end(), values.writable());
  return values;
}

/// Builds the second level of one bucket. `all` are the entries of table 0, which the places of a
/// tag table refer to.
template <FingerprintWord Word>
HotBucket<Word> build_hot_bucket(const Plan& plan, const MemoryPool& pool, const BlockTable<Word>& table,
                                 std::uint32_t key, std::span<const Word> all) {
  const Bucket bucket = table.bucket(key, nullptr);
  std::vector<Word> values(bucket.size());  // sorted: a bucket keeps the order of its source
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    const std::uint32_t entry = bucket.begin + i;
    values[i] = table.has_tags() ? all[table.place(entry, all.size(), nullptr)] : table.entries[entry];
  }
  values.erase(std::unique(values.begin(), values.end()), values.end());
  HotBucket<Word> hot{key, {}};
  const std::vector<KeyField> fields = second_level_fields(plan, table.field, values.size());
  for (std::size_t piece = 0; piece < fields.size(); ++piece) {
    BlockTable<Word>& made =
        hot.pieces.emplace_back(build_table(pool, std::span<const Word>(values), fields[piece]));
    if (!plan.has_tags()) continue;
    made.tag_field = second_level_tag(fields, piece);
    made.tags = take_tags(pool, made.entries.values(), made.tag_field);
  }
  return hot;
}

template <FingerprintWord Word>
std::vector<HotBucket<Word>> build_hot_buckets(const Plan& plan, const MemoryPool& pool,
                                               const BlockTable<Word>& table, std::span<const Word> all) {
  std::vector<HotBucket<Word>> hot;
  if (plan.way() == SearchWay::scan) return hot;
  const std::size_t limit = hot_bucket_limit(table.size(), table.field);
  for (std::uint32_t key = 0; key + 1 < table.starts.size(); ++key) {
    if (table.starts[key + 1] - table.starts[key] > limit)
      hot.push_back(build_hot_bucket(plan, pool, table, key, all));
  }
  return hot;
}

/// Builds the table of one block. Table 0 keeps the fingerprints as they are, because they are
/// already sorted by its field.
template <FingerprintWord Word>
BlockTable<Word> build_block(const Plan& plan, const MemoryPool& pool, int block,
                             const Column<Word>& fingerprints) {
  const KeyField field = plan.field(block, fingerprints.size());
  const KeyField tag_field = plan.has_tags() ? plan.tag_field(block, field) : KeyField{};
  if (block > 0 && plan.has_tags()) return build_tag_table(pool, fingerprints.values(), field, tag_field);
  if (block > 0) return build_table(pool, fingerprints.values(), field);
  BlockTable<Word> table{field, count_starts(pool, fingerprints.values(), field), fingerprints, tag_field};
  if (plan.has_tags()) table.tags = take_tags(pool, fingerprints.values(), tag_field);
  return table;
}

/// Returns how many threads build a run. For a small run, starting a thread takes longer than the work.
int build_threads(std::size_t entries) noexcept {
  constexpr std::size_t kMany = std::size_t{1} << 17;
  constexpr int kMost = 4;  // more threads only compete for memory
  return entries < kMany ? 1 : std::min(kMost, thread_count(0));
}

}  // namespace

std::vector<KeyField> second_level_fields(const Plan& plan, KeyField field, std::uint64_t size) {
  const int width = plan.bits();
  const int rest = width - field.bits;
  // Half a cache line of fingerprints per bucket, or more where that means fewer probes.
  const int words_log2 = plan.has_tags() ? 2 : 4;
  const int useful = std::max(0, static_cast<int>(std::bit_width(size)) - 1 - words_log2);
  std::vector<KeyField> fields;
  for (int piece = 0; piece < plan.blocks(); ++piece) {
    const int begin = piece * rest / plan.blocks();
    const int end = (piece + 1) * rest / plan.blocks();
    fields.push_back({(field.rotation + field.bits + begin) % width,
                      std::min({end - begin, useful, KeyField::kMaxKeyBits})});
  }
  return fields;
}

KeyField second_level_tag(std::span<const KeyField> fields, std::size_t piece) {
  const KeyField next = fields[(piece + 1) % fields.size()];
  return {next.rotation, fields.size() == 1 ? 0 : std::min(next.bits, KeyField::kMaxTagBits)};
}

std::size_t hot_bucket_limit(std::size_t entries, KeyField field) noexcept {
  constexpr std::size_t kAlwaysScanned = 1024;  // takes half a microsecond
  constexpr std::size_t kTimesAverage = 4;      // chance alone does not fill a bucket that far
  return std::max(kAlwaysScanned, kTimesAverage * (entries >> field.bits));
}

template <FingerprintWord Word>
SortedRun<Word>::SortedRun(const Plan& plan, const MemoryPool& pool, Column<Word> fingerprints,
                           IdColumn ids) {
  assert(fingerprints.size() == ids.size());
  const bool needs_values = plan.blocks() > 1 && !plan.has_tags();
  const Column<Word> values = needs_values ? distinct(pool, fingerprints) : fingerprints;
  const auto tables = static_cast<std::size_t>(plan.blocks());
  parts_.tables.resize(tables);
  parts_.hot.resize(tables);
  run_tasks(build_threads(ids.size()), tables + 1, [&](std::size_t task, int) {
    if (task == tables) {
      parts_.id_table = build_id_table(pool, ids, plan.id_seed());
      return;
    }
    parts_.tables[task] = build_block(plan, pool, static_cast<int>(task), task == 0 ? fingerprints : values);
    parts_.hot[task] = build_hot_buckets(plan, pool, parts_.tables[task], fingerprints.values());
  });
  parts_.ids = std::move(ids);
  decide_ways(plan);
}

template <FingerprintWord Word>
SortedRun<Word>::SortedRun(const Plan& plan, Parts parts, std::shared_ptr<const MappedIndexFile> guard)
    : parts_(std::move(parts)), guard_(std::move(guard)) {
  decide_ways(plan);
}

template <FingerprintWord Word>
std::shared_ptr<const SortedRun<Word>> SortedRun<Word>::load(const Plan& plan, const MemoryPool& pool) const {
  verify();  // later nobody checks what the file says
  const auto copy = [&](const auto& column) { return copy_column(pool, column, guard()); };
  const auto copy_table = [&](const BlockTable<Word>& table) {
    return BlockTable<Word>{table.field,     copy(table.starts), copy(table.entries),
                            table.tag_field, copy(table.tags),   copy(table.places)};
  };
  Parts loaded;
  for (const BlockTable<Word>& table : parts_.tables) loaded.tables.push_back(copy_table(table));
  loaded.hot.resize(parts_.hot.size());
  for (std::size_t table = 0; table < parts_.hot.size(); ++table) {
    for (const HotBucket<Word>& bucket : parts_.hot[table]) {
      loaded.hot[table].push_back({bucket.key, {}});
      for (const BlockTable<Word>& piece : bucket.pieces)
        loaded.hot[table].back().pieces.push_back(copy_table(piece));
    }
  }
  loaded.ids = {parts_.ids.kind, copy(parts_.ids.numbers), copy(parts_.ids.texts)};
  loaded.id_table.slots = copy(parts_.id_table.slots);
  return std::make_shared<const SortedRun>(plan, std::move(loaded), nullptr);
}

template <FingerprintWord Word>
void SortedRun<Word>::decide_ways(const Plan& plan) {
  has_hot_buckets_ = std::ranges::any_of(parts_.hot, [](const auto& hot) { return !hot.empty(); });
  for (int distance = 0; distance <= plan.max_distance(); ++distance) {
    scans_.push_back(plan.scan_is_cheaper(size(), distance) ? 1 : 0);
  }
}

template <FingerprintWord Word>
std::size_t SortedRun<Word>::bytes() const noexcept {
  std::size_t sum = sizeof(*this) + parts_.ids.bytes() + parts_.id_table.slots.bytes();
  for (const BlockTable<Word>& table : parts_.tables) sum += table.bytes();
  for (const auto& hot_buckets : parts_.hot) {
    for (const HotBucket<Word>& hot : hot_buckets) {
      for (const BlockTable<Word>& piece : hot.pieces) sum += piece.bytes();
    }
  }
  return sum;
}

template <FingerprintWord Word>
const HotBucket<Word>* SortedRun<Word>::hot_bucket(std::size_t table, std::uint32_t key) const noexcept {
  const std::vector<HotBucket<Word>>& hot = parts_.hot[table];
  const auto found = std::ranges::lower_bound(hot, key, {}, &HotBucket<Word>::key);
  return found != hot.end() && found->key == key ? &*found : nullptr;
}

template <FingerprintWord Word>
Bucket SortedRun<Word>::equal_entries(const Word& word) const {
  const BlockTable<Word>& table = parts_.tables[0];
  const Bucket bucket = table.bucket(table.field.key(word), guard_.get());
  const Word* const entries = table.entries.data();
  static_cast<void>(table.fingerprints(bucket, guard_.get()));  // checks the pages
  std::uint32_t begin = bucket.begin;
  for (std::size_t size = bucket.size(); size > 1;) {  // no unpredictable branches
    const std::size_t half = size / 2;
    begin += entries[begin + half - 1] < word ? static_cast<std::uint32_t>(half) : 0;
    size -= half;
  }
  if (begin < bucket.end && entries[begin] < word) ++begin;
  std::uint32_t end = begin;
  while (end < bucket.end && entries[end] == word) ++end;
  return {begin, end};
}

template <FingerprintWord Word>
std::uint32_t SortedRun<Word>::end_of_equal(std::uint32_t first) const {
  const Word value = fingerprint(first);
  std::uint32_t end = first + 1;
  while (end < size() && fingerprint(end) == value) ++end;
  return end;
}

template <FingerprintWord Word>
Word SortedRun<Word>::fingerprint(std::size_t place) const {
  const std::span<const Word> one = parts_.tables[0].entries.values().subspan(place, 1);
  touch(guard_.get(), one);
  return one[0];
}

template <FingerprintWord Word>
void SortedRun<Word>::verify() const {
  const auto verify_buckets = [this](const BlockTable<Word>& table) {
    for (std::uint32_t key = 0; key + 1 < table.starts.size(); ++key)
      static_cast<void>(table.bucket(key, guard_.get()));
  };
  for (const BlockTable<Word>& table : parts_.tables) {
    verify_buckets(table);
    for (std::uint32_t entry = 0; entry < table.places.size(); ++entry)
      static_cast<void>(table.place(entry, size(), guard_.get()));
  }
  for (const auto& hot_buckets : parts_.hot) {
    for (const HotBucket<Word>& hot : hot_buckets) std::ranges::for_each(hot.pieces, verify_buckets);
  }
}

template <FingerprintWord Word>
void SortedRun<Word>::touch_entries() const {
  touch(guard_.get(), parts_.tables[0].entries.values());
  touch(guard_.get(), parts_.ids.numbers.values());
  touch(guard_.get(), parts_.ids.texts.values());
}

template class SortedRun<std::uint64_t>;
template class SortedRun<Bits128>;

}  // namespace neardup::internal::lsm
