// A table over one band of the sketches: the places of all entries, sorted by their 32-bit key in this band,
// then by place, and an array with the start of each bucket of keys. A look-up reads two or three cache
// lines: the start of the bucket, the tags of the bucket, and, if any tag is equal, the places. The tag is
// the last 16 bits of the key. Where the bucket takes fewer than 16 of the leading bits, a second array holds
// the first 16 bits of each key, so that an entry found has the very key.
//
// Entries of one key are adjacent and their places ascend, so a key that a million entries share (template
// pages, copies) is one range, found by binary search.
//
// Tables do not change once built; any number of threads may read them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "neardup/index/block_table.h"
#include "neardup/index/column.h"
#include "neardup/index/mapped_index_file.h"
#include "neardup/util/prefetch.h"

namespace neardup::internal::lsm {

struct BandTable {
  static constexpr int kTagBits = 16;
  static constexpr int kMostBits = 26;  // of the bucket

  int bits = 0;                       // leading bits of the key that choose the bucket
  Column<std::uint32_t> starts = {};  // 2^bits + 1 values
  Column<std::uint16_t> tags = {};    // the last 16 bits of each key
  Column<std::uint16_t> heads = {};   // the first 16 bits of each key; empty if bits >= 16
  Column<std::uint32_t> places = {};

  [[nodiscard]] std::size_t size() const noexcept { return tags.size(); }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return starts.bytes() + tags.bytes() + heads.bytes() + places.bytes();
  }
  [[nodiscard]] bool has_heads() const noexcept { return bits < 32 - kTagBits; }

  /// A look-up takes three steps, so that many can be in flight at once: prefetch fetches the start of the
  /// bucket, open reads it and prefetches the tags, narrow reads these and returns the entries of the key.
  /// Throws Error if a file holds a bucket that ends outside of the table.
  void prefetch(std::uint32_t key) const noexcept { internal::prefetch(starts.data() + bucket_of(key)); }
  [[nodiscard]] Bucket open(std::uint32_t key, const MappedIndexFile* guard) const {
    const std::uint32_t bucket = bucket_of(key);
    touch(guard, std::span<const std::uint32_t>(starts.data() + bucket, 2));
    const Bucket found{starts[bucket], starts[bucket + 1]};
    if (found.begin > found.end || found.end > size()) refuse_bucket();
    internal::prefetch(tags.data() + found.begin);
    internal::prefetch(tags.data() + found.end);
    if (has_heads()) internal::prefetch(heads.data() + found.begin);
    return found;
  }
  [[nodiscard]] Bucket narrow(Bucket bucket, std::uint32_t key, const MappedIndexFile* guard) const {
    touch(guard, std::span(tags.data() + bucket.begin, bucket.size()));
    const bool is_short = bucket.size() <= kTagsAtOnce && bucket.begin + kTagsAtOnce <= size();
    if (is_short && !may_contain(tags.data() + bucket.begin, static_cast<std::uint16_t>(key)))
      return {bucket.begin, bucket.begin};
    return is_short && !has_heads() ? search_short(bucket, static_cast<std::uint16_t>(key))
                                    : search(bucket, key, guard);
  }
  void prefetch_places(Bucket range) const noexcept { internal::prefetch(places.data() + range.begin); }

  /// Returns the places of a range after checking their pages in a file.
  [[nodiscard]] std::span<const std::uint32_t> places_of(Bucket range, const MappedIndexFile* guard) const;

  /// Returns the key of an entry. REQUIRES: the entry is in this bucket
  [[nodiscard]] std::uint32_t key(std::size_t entry, std::uint32_t bucket) const noexcept {
    if (has_heads()) return std::uint32_t{heads[entry]} << kTagBits | tags[entry];
    const std::uint32_t rest = (std::uint32_t{1} << (32 - bits)) - 1;
    return bucket << (32 - bits) | (tags[entry] & rest);
  }
  [[nodiscard]] std::uint32_t bucket_of(std::uint32_t key) const noexcept {
    return bits == 0 ? 0 : key >> (32 - bits);
  }

 private:
  static constexpr std::size_t kTagsAtOnce = 16;

  /// Returns whether one of the kTagsAtOnce tags from here is equal, without a branch. Those behind the bucket
  /// count too: once in thousands of times, a second look is in vain.
  [[nodiscard]] static bool may_contain(const std::uint16_t* from, std::uint16_t tag) noexcept {
    constexpr std::uint64_t kOnes = 0x0001'0001'0001'0001;
    std::uint64_t zeros = 0;  // the high bit of each part of a difference that is zero
    for (std::size_t i = 0; i < kTagsAtOnce; i += 4) {
      std::uint64_t four = 0;
      std::memcpy(&four, from + i, sizeof(four));
      const std::uint64_t difference = four ^ tag * kOnes;
      zeros |= (difference - kOnes) & ~difference;
    }
    return (zeros & kOnes << 15) != 0;
  }

  /// Returns the entries of a tag. Always compares kTagsAtOnce tags, at once: a loop over a few would be foreseen wrong.
  /// REQUIRES: the table has no heads; the bucket has at most kTagsAtOnce entries, and the table as many from its begin on
  [[nodiscard]] Bucket search_short(Bucket bucket, std::uint16_t tag) const noexcept {
    const std::uint16_t* const from = tags.data() + bucket.begin;
    const auto size = static_cast<std::uint16_t>(bucket.size());
    std::uint16_t below = 0;
    std::uint16_t equal = 0;
    for (std::uint16_t i = 0; i < kTagsAtOnce; ++i) {
      below = static_cast<std::uint16_t>(below + ((from[i] < tag ? 1 : 0) & (i < size ? 1 : 0)));
      equal = static_cast<std::uint16_t>(equal + ((from[i] == tag ? 1 : 0) & (i < size ? 1 : 0)));
    }
    return {bucket.begin + below, bucket.begin + below + equal};
  }

  [[nodiscard]] Bucket search(Bucket bucket, std::uint32_t key, const MappedIndexFile* guard) const;
  [[noreturn]] static void refuse_bucket();
  [[nodiscard]] std::uint32_t comparable_key(std::size_t entry) const noexcept {
    return has_heads() ? std::uint32_t{heads[entry]} << kTagBits | tags[entry] : tags[entry];
  }
};

/// Returns how many leading bits choose the bucket in a table of this size: four to eight entries per
/// bucket, which are cheaper to compare than more starts would be to keep.
[[nodiscard]] int bucket_bits(std::size_t entries) noexcept;

/// Writes a table. Keys must come in ascending order, equal ones by place.
class BandTableWriter {
 public:
  BandTableWriter(const MemoryPool& pool, std::size_t entries);

  [[nodiscard]] int bits() const noexcept { return table_.bits; }
  /// Appends an entry, given as key and place in one word.
  void append(std::uint64_t key_and_place) noexcept {
    const auto key = static_cast<std::uint32_t>(key_and_place >> 32);
    starts_[table_.bucket_of(key) + 1] = static_cast<std::uint32_t>(filled_ + 1);
    tags_[filled_] = static_cast<std::uint16_t>(key);
    if (table_.has_heads()) heads_[filled_] = static_cast<std::uint16_t>(key >> BandTable::kTagBits);
    places_[filled_++] = static_cast<std::uint32_t>(key_and_place);
  }
  [[nodiscard]] BandTable finish();

 private:
  BandTable table_;
  std::uint32_t* starts_;
  std::uint16_t* tags_;
  std::uint16_t* heads_;
  std::uint32_t* places_;
  std::size_t filled_ = 0;
};

}  // namespace neardup::internal::lsm
