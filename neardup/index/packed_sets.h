// The shingle sets of a run, for the exact check of candidates. A shingle is kept as 32 bits of its hash. A
// set is sorted and stored as the gaps between its values, all with as many bits as the largest gap needs: 26
// to 28 bits per shingle for a set of 150. Sets lie one after the other; only those of candidates are read.
//
//   size of the set, 7 bits per byte, the lowest first; the high bit says that another byte follows
//   bits per gap, 1 byte: 0..32
//   the gaps, the first from 0, packed from the lowest bit up; zeros up to a whole byte
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/index/column.h"
#include "neardup/index/mapped_index_file.h"
#include "neardup/util/hash_spread.h"

namespace neardup::internal::lsm {

/// Returns the 32 bits of a shingle that the check compares; never 0, which marks a free slot.
[[nodiscard]] constexpr std::uint32_t short_hash(std::uint64_t shingle) noexcept {
  const auto bits = static_cast<std::uint32_t>((shingle * kGoldenRatio) >> 32);
  return bits == 0 ? 1 : bits;
}

/// Refers to a set in its packed form.
class PackedSet {
 public:
  /// Returns nullopt if the bytes are not a set, which can happen only in a file.
  [[nodiscard]] static std::optional<PackedSet> parse(std::string_view bytes) noexcept;

  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// Returns the values, ascending.
  [[nodiscard]] std::vector<std::uint32_t> values() const;

  /// Calls visit(value) for the values in ascending order until it returns false.
  template <typename Visit>
  void for_each(const Visit& visit) const {
    const std::uint64_t mask = (std::uint64_t{1} << width_) - 1;
    std::uint32_t value = 0;
    std::size_t bit = 0;
    std::size_t i = 0;
    for (const std::size_t whole = count_whole(); i < whole; ++i, bit += width_) {
      std::uint64_t word = 0;
      std::memcpy(&word, gaps_.data() + bit / 8, sizeof(word));
      value += static_cast<std::uint32_t>((word >> (bit % 8)) & mask);
      if (!visit(value)) return;
    }
    for (; i < size_; ++i, bit += width_) {
      value += static_cast<std::uint32_t>((load(bit / 8) >> (bit % 8)) & mask);
      if (!visit(value)) return;
    }
  }

 private:
  /// Returns how many gaps lie in 8 bytes from the one where they begin, without going past the end.
  [[nodiscard]] std::size_t count_whole() const noexcept {
    if (gaps_.size() < sizeof(std::uint64_t) || width_ == 0) return 0;
    const std::size_t last_bit =
        (gaps_.size() - sizeof(std::uint64_t)) * 8 + 7;  // of a gap that begins in time
    return std::min(size_, last_bit / width_ + 1);
  }
  /// Returns the 8 bytes from here, with zeros after the last one.
  [[nodiscard]] std::uint64_t load(std::size_t offset) const noexcept {
    std::uint64_t word = 0;
    if (offset + sizeof(word) <= gaps_.size()) {
      std::memcpy(&word, gaps_.data() + offset, sizeof(word));
    } else {
      std::memcpy(&word, gaps_.data() + offset, gaps_.size() - offset);
    }
    return word;
  }

  std::size_t size_ = 0;
  unsigned width_ = 0;
  std::string_view gaps_;
};

/// Appends the packed form of a set. Sorts the values.
void append_packed(std::vector<std::uint32_t>& values, std::string& bytes);

/// The sets of a run by place. They lie in segments, which a merge takes over from the runs that it merges
/// instead of copying them. In a file there is one segment.
struct PackedSets {
  static constexpr int kOffsetBits = 44;

  /// Where each set starts: its segment from bit kOffsetBits on, and the offset in it. A set ends where the next
  /// one of the segment starts, or with the segment. The last value is the end of the last set.
  Column<std::uint64_t> starts;
  std::vector<Column<char>> segments;

  /// Prefetch where a set starts; then, what about 150 shingles take.
  void prefetch_start(std::size_t place) const noexcept;
  void prefetch(std::size_t place) const noexcept;
  /// Returns the packed bytes of a set. Throws Error if a file holds positions outside of the segment.
  [[nodiscard]] std::string_view bytes_at(std::size_t place, const MappedIndexFile* guard) const;
  /// Returns a set. Throws Error if a file holds something else.
  [[nodiscard]] PackedSet set(std::size_t place, const MappedIndexFile* guard) const;
  [[nodiscard]] std::size_t bytes() const noexcept;
};

/// Puts sets one after the other.
class PackedSetsWriter {
 public:
  PackedSetsWriter(const MemoryPool& pool, std::size_t sets) : pool_(pool) {
    made_.starts = Column<std::uint64_t>(pool, sets + 1);
  }

  /// Returns whether there is room for the segments of the sets. Beyond some thousand segments, a copy costs less
  /// than finding one's way among them.
  [[nodiscard]] bool can_share(const PackedSets& sets) const noexcept {
    return made_.segments.size() + sets.segments.size() < kMostSegments;
  }
  /// Takes over all sets and segments of a run in memory. REQUIRES: can_share(sets)
  void share(const PackedSets& sets);
  /// Takes over pieces of memory that hold sets one after the other, without gaps, as segments, as far as there is
  /// room. Returns the sets that are in none of the segments. REQUIRES: the sets of the pieces come first
  [[nodiscard]] std::span<const std::string_view> share(std::span<const Column<char>> pieces,
                                                        std::span<const std::string_view> sets);
  /// Copies sets into a new segment.
  void copy(std::span<const std::string_view> sets);
  [[nodiscard]] PackedSets finish();

 private:
  static constexpr std::size_t kMostSegments = 4096;

  [[nodiscard]] std::uint64_t next_segment() const noexcept {
    return std::uint64_t{made_.segments.size()} << PackedSets::kOffsetBits;
  }

  const MemoryPool& pool_;
  PackedSets made_;
  std::size_t count_ = 0;
};

/// Returns the same sets in one segment.
[[nodiscard]] PackedSets join_segments(const MemoryPool& pool, const PackedSets& sets);

/// Parses a set that must be one. Throws Error.
[[nodiscard]] PackedSet parse_set(std::string_view bytes);

/// One set as a hash table. Values are uniformly distributed, so the leading bits of a value are its slot:
/// another set, visited in ascending order, walks through the slots in order.
class ShortHashTable {
 public:
  explicit ShortHashTable(std::span<const std::uint32_t> values);
  ShortHashTable(const ShortHashTable&) = delete;
  ShortHashTable& operator=(const ShortHashTable&) = delete;

  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// Returns how many values the sets have in common, counting a value as often as both have it, or any
  /// number below `least` if fewer than `least`.
  [[nodiscard]] std::size_t count_common(const PackedSet& set, std::size_t least) const noexcept;

 private:
  [[nodiscard]] bool contains(std::uint32_t value, std::size_t repeats) const noexcept;

  static constexpr std::size_t kFewSlots = 2048;

  std::size_t size_;
  std::size_t mask_;
  int shift_;
  std::array<std::uint32_t, kFewSlots> few_;  // used if it is large enough, because the heap takes longer
  std::vector<std::uint32_t> many_;
  std::uint32_t* slots_;
};

}  // namespace neardup::internal::lsm
