#include "neardup/index/band_table.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <ranges>

#include "neardup/util/error.h"

namespace neardup::internal::lsm {

Bucket BandTable::search(Bucket bucket, std::uint32_t key, const MappedIndexFile* guard) const {
  constexpr std::size_t kShort = 64;  // up to here, comparing all is faster than a binary search
  if (has_heads()) touch(guard, std::span<const std::uint16_t>(heads.data() + bucket.begin, bucket.size()));
  const std::uint32_t wanted = has_heads() ? key : key & 0xFFFF;
  if (bucket.size() <= kShort) {
    std::uint32_t below = 0;
    std::uint32_t equal = 0;
    for (std::uint32_t i = bucket.begin; i < bucket.end; ++i) {
      below += comparable_key(i) < wanted ? 1 : 0;
      equal += comparable_key(i) == wanted ? 1 : 0;
    }
    return {bucket.begin + below, bucket.begin + below + equal};
  }
  const auto entries = std::views::iota(bucket.begin, bucket.end);
  const auto range =
      std::ranges::equal_range(entries, wanted, {}, [this](std::size_t i) { return comparable_key(i); });
  return {bucket.begin + static_cast<std::uint32_t>(range.begin() - entries.begin()),
          bucket.begin + static_cast<std::uint32_t>(range.end() - entries.begin())};
}

void BandTable::refuse_bucket() { throw Error(ErrorCode::corrupt, "index: a bucket ends outside its table"); }

std::span<const std::uint32_t> BandTable::places_of(Bucket range, const MappedIndexFile* guard) const {
  const std::span<const std::uint32_t> found = places.values().subspan(range.begin, range.size());
  touch(guard, found);
  return found;
}

int bucket_bits(std::size_t entries) noexcept {
  return std::clamp(static_cast<int>(std::bit_width(entries / 4)) - 1, 0, BandTable::kMostBits);
}

BandTableWriter::BandTableWriter(const MemoryPool& pool, std::size_t entries) {
  table_.bits = bucket_bits(entries);
  table_.starts = Column<std::uint32_t>::zeros(pool, (std::size_t{1} << table_.bits) + 1);
  table_.tags = Column<std::uint16_t>(pool, entries);
  if (table_.has_heads()) table_.heads = Column<std::uint16_t>(pool, entries);
  table_.places = Column<std::uint32_t>(pool, entries);
  starts_ = table_.starts.writable();
  tags_ = table_.tags.writable();
  heads_ = table_.heads.writable();
  places_ = table_.places.writable();
}

BandTable BandTableWriter::finish() {
  assert(filled_ == table_.size());
  // Empty buckets start where the one before them ends.
  for (std::size_t i = 1; i < table_.starts.size(); ++i) starts_[i] = std::max(starts_[i], starts_[i - 1]);
  return std::move(table_);
}

}  // namespace neardup::internal::lsm
