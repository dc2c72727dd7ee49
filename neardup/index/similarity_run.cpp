#include "neardup/index/similarity_run.h"

#include "neardup/index/copy_column.h"
#include "neardup/util/error.h"

namespace neardup::internal::lsm {

std::shared_ptr<const SimilarityRun> SimilarityRun::load_tables(const MemoryPool& pool) const {
  const auto copy = [&](const auto& column) { return copy_column(pool, column, guard()); };
  Parts loaded;
  for (const BandTable& table : parts_.tables) {
    loaded.tables.push_back(
        {table.bits, copy(table.starts), copy(table.tags), copy(table.heads), copy(table.places)});
  }
  loaded.ids = {parts_.ids.kind, copy(parts_.ids.numbers), copy(parts_.ids.texts)};
  loaded.id_table.slots = copy(parts_.id_table.slots);
  loaded.sets = parts_.sets;
  return std::make_shared<const SimilarityRun>(std::move(loaded), nullptr, sets_guard_);
}

std::size_t SimilarityRun::bytes() const noexcept {
  std::size_t sum = sizeof(*this) + parts_.ids.bytes() + parts_.id_table.slots.bytes();
  for (const BandTable& table : parts_.tables) sum += table.bytes();
  sum += parts_.sets.starts.bytes();
  return sets_guard_ == nullptr ? sum + parts_.sets.bytes() : sum;
}

void SimilarityRun::verify_table(const BandTable& table) const {
  const auto refuse = [](const char* what) { throw Error(ErrorCode::corrupt, what); };
  std::vector<bool> seen(size());  // a merge relies on every place occurring once
  std::uint64_t last = 0;
  std::uint32_t next = 0;
  for (std::uint32_t bucket = 0; bucket + 1 < table.starts.size(); ++bucket) {
    const std::uint32_t end = table.starts[bucket + 1];
    if (table.starts[bucket] != next || end < next || end > table.size())
      refuse("index: a bucket ends outside its table");
    for (; next < end; ++next) {
      const std::uint64_t entry = std::uint64_t{table.key(next, bucket)} << 32 | table.places[next];
      if (table.places[next] >= size()) refuse("index: an entry lies outside the run");
      if (seen[table.places[next]]) refuse("index: an entry occurs twice in a band");
      seen[table.places[next]] = true;
      const bool is_in_bucket = table.bucket_of(table.key(next, bucket)) == bucket;
      if (!is_in_bucket || (next > 0 && entry <= last))
        refuse("index: the entries of a band are out of order");
      last = entry;
    }
  }
  if (next != table.size()) refuse("index: the buckets of a table do not fill it");
}

void SimilarityRun::verify() const {
  touch_entries();
  for (const BandTable& table : parts_.tables) verify_table(table);
  for (std::size_t place = 0; place < size(); ++place) {
    static_cast<void>(id(place));
    static_cast<void>(set(place));
  }
}

}  // namespace neardup::internal::lsm
