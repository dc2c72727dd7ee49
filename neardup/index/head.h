// Where adds and removes go first: a list of new entries and a list of entries, here or in runs, that are
// gone. Both only grow, by one writer; a change becomes visible as a whole when the one word with the lengths
// of both lists is stored. A reader loads that word once and so sees all changes up to some moment and
// nothing after it: an entry that is replaced is never seen twice and never missed. When a list is full the
// head becomes a run.
//
// Entries with the same key are chained, newest first, for every block of the plan, so that a find looks at a
// few of thousands. A chain that somebody has made long is not followed to its end: scanning all is bounded.
#pragma once

#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "neardup/index/id_column.h"
#include "neardup/index/merge.h"
#include "neardup/index/plan.h"
#include "neardup/index/word.h"
#include "neardup/simd/within_kernels.h"
#include "neardup/util/prefetch.h"

namespace neardup::index {

/// Numbers below the capacity, found by a hash. Only grows; one writer, any number of readers.
class GrowingTable {
 public:
  GrowingTable(const MemoryPool& pool, std::size_t capacity)
      : mask_(std::bit_ceil(2 * capacity) - 1), slots_(pool, mask_ + 1) {}

  void insert(std::uint64_t hash, std::uint32_t number) noexcept {
    std::size_t slot = hash & mask_;
    while (slots_[slot].load(std::memory_order_relaxed) != 0) slot = (slot + 1) & mask_;
    slots_[slot].store(number + 1, std::memory_order_release);
  }

  /// The first number with this hash, perhaps, that satisfies the condition.
  template <typename Condition>
  [[nodiscard]] std::optional<std::uint32_t> find(std::uint64_t hash, const Condition& condition) const {
    for (std::size_t slot = hash & mask_;; slot = (slot + 1) & mask_) {
      const std::uint32_t value = slots_[slot].load(std::memory_order_acquire);
      if (value == 0) return std::nullopt;
      if (condition(value - 1)) return value - 1;
    }
  }

  [[nodiscard]] std::size_t bytes() const noexcept { return (mask_ + 1) * sizeof(std::uint32_t); }

 private:
  std::size_t mask_;  // half of the slots stay empty, so every search ends
  PoolArray<std::atomic<std::uint32_t>> slots_;
};

/// The entries of a head by one field of theirs.
class EntryChains {
 public:
  EntryChains(const MemoryPool& pool, KeyField field, std::size_t capacity)
      : field_(field), first_(pool, std::size_t{1} << field.bits), next_(pool, capacity) {}

  [[nodiscard]] KeyField field() const noexcept { return field_; }
  [[nodiscard]] std::size_t keys() const noexcept { return std::size_t{1} << field_.bits; }

  template <FingerprintWord Word>
  void insert(const Word& word, std::uint32_t place) noexcept {
    std::atomic<std::uint32_t>& first = first_[field_.key(word)];
    next_[place] = first.load(std::memory_order_relaxed);
    first.store(place + 1, std::memory_order_release);
  }

  void announce(std::uint32_t key) const noexcept { prefetch(&first_[key]); }

  /// Places + 1, 0 after the last.
  [[nodiscard]] std::uint32_t first(std::uint32_t key) const noexcept {
    return first_[key].load(std::memory_order_acquire);
  }
  [[nodiscard]] std::uint32_t after(std::uint32_t link) const noexcept { return next_[link - 1]; }

 private:
  KeyField field_;
  PoolArray<std::atomic<std::uint32_t>> first_;
  PoolArray<std::uint32_t> next_;
};

/// An entry: its place in the run with this number in the snapshot, or in the head.
struct Location {
  std::uint32_t run = 0;
  std::uint32_t place = 0;
  static constexpr std::uint32_t kHead = 0xFFFF'FFFF;
  friend bool operator==(const Location&, const Location&) = default;
};

template <FingerprintWord Word>
class Head {
 public:
  /// Room for `capacity` new entries and as many removed ones.
  Head(const Plan& plan, const MemoryPool& pool, IdKind kind, std::uint32_t capacity);

  [[nodiscard]] IdKind kind() const noexcept { return kind_; }

  /// The lists as they were at one moment.
  struct View {
    std::uint32_t added = 0;
    std::uint32_t removed = 0;
  };
  [[nodiscard]] View view() const noexcept {
    const std::uint64_t lengths = lengths_.load(std::memory_order_acquire);
    return {static_cast<std::uint32_t>(lengths), static_cast<std::uint32_t>(lengths >> 32)};
  }

  [[nodiscard]] std::span<const Word> words(View view) const noexcept { return {words_.data(), view.added}; }
  [[nodiscard]] IdRef id(std::uint32_t place) const noexcept {
    if (kind_ == IdKind::text) return {texts_[place]};
    return {numbers_[place]};
  }
  [[nodiscard]] bool is_removed(View view, Location location) const;

  /// Appends the entries within the distance, those that are removed included; returns how many were looked
  /// at.
  std::size_t find(View view, const Word& query, int distance, std::vector<simd::ScanHit>& hits) const;

  /// Tells the memory what a find will look at first.
  void announce(const Word& query) const noexcept;

  /// The place of the id in the head, if it is there and not removed.
  [[nodiscard]] std::optional<std::uint32_t> find_id(View view, const IdRef& id, std::uint64_t hash) const;

  /// The writer's side: at most one add and one remove between commits. REQUIRES: has_room()
  [[nodiscard]] bool has_room() const noexcept { return added_ < capacity_ && removed_ < capacity_; }
  void stage_add(const Word& word, const IdRef& id, std::uint64_t hash);
  void stage_remove(Location location) noexcept;
  void commit() noexcept {
    lengths_.store(std::uint64_t{removed_} << 32 | added_, std::memory_order_release);
  }

  [[nodiscard]] std::span<const Location> removed(View view) const noexcept {
    return {locations_.data(), view.removed};
  }
  [[nodiscard]] NewEntries<Word> live_entries(View view) const;
  [[nodiscard]] std::size_t bytes() const noexcept;

 private:
  [[nodiscard]] static std::uint64_t hash_of_location(Location location) noexcept {
    const std::uint64_t mixed = (std::uint64_t{location.run} << 32 | location.place) * 0x9E37'79B9'7F4A'7C15;
    return mixed >> 32;
  }

  [[nodiscard]] std::optional<std::size_t> follow_chains(View view, const Word& query, int distance,
                                                         std::vector<simd::ScanHit>& hits) const;
  [[nodiscard]] bool is_seen_before(std::size_t table, const Allowances& allowances,
                                    const Word& difference) const noexcept;

  IdKind kind_;
  std::uint32_t capacity_;
  std::atomic<std::uint64_t> lengths_ = 0;
  std::uint32_t added_ = 0;  // the writer's own count, commits included
  std::uint32_t removed_ = 0;
  MemoryPool pool_;
  PoolArray<Word> words_;
  PoolArray<std::uint64_t> numbers_;
  std::unique_ptr<std::string[]> texts_;
  PoolArray<Location> locations_;
  GrowingTable ids_;
  GrowingTable removals_;
  std::vector<EntryChains> chains_;  // one for each block of the plan, none when the plan scans
};

extern template class Head<std::uint64_t>;
extern template class Head<Bits128>;

}  // namespace neardup::index
