// What the memtables of all kinds of index share: the ids of the new entries, and the tombstones, which name
// removed entries of the memtable itself or of runs. Both lists only grow, and one writer appends to them. A
// change becomes visible as a whole when the writer stores the single word that holds the lengths of both
// lists. A reader loads that word once, so it sees all changes up to some moment and nothing after it: it
// never sees a replaced entry twice and never misses it. When either list is full, the memtable becomes a run.
//
// Thread-safe for one writer and any number of readers.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "neardup/index/id_column.h"
#include "neardup/index/memory_pool.h"
#include "neardup/util/prefetch.h"

namespace neardup::internal::lsm {

/// A hash table of numbers below the capacity. It only grows. One writer, any number of readers.
class GrowingTable {
 public:
  GrowingTable(const MemoryPool& pool, std::size_t capacity)
      : mask_(std::bit_ceil(2 * capacity) - 1), slots_(pool, mask_ + 1) {}

  void insert(std::uint64_t hash, std::uint32_t number) noexcept {
    std::size_t slot = hash & mask_;
    while (slots_[slot].load(std::memory_order_relaxed) != 0) slot = (slot + 1) & mask_;
    slots_[slot].store(number + 1, std::memory_order_release);
  }

  /// Returns the first number on the probe sequence of this hash that satisfies the condition. The
  /// condition must compare what it looks for, because numbers with other hashes come up too.
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
  std::size_t mask_;  // at least half of the slots stay empty, so every search ends
  PoolArray<std::atomic<std::uint32_t>> slots_;
};

/// The entries of a memtable, chained by a key of `bits` bits, newest first.
class EntryChains {
 public:
  EntryChains(const MemoryPool& pool, int bits, std::size_t capacity)
      : bits_(bits), first_(pool, keys()), next_(pool, capacity) {}

  [[nodiscard]] std::size_t keys() const noexcept { return std::size_t{1} << bits_; }

  void insert(std::uint32_t key, std::uint32_t place) noexcept {
    std::atomic<std::uint32_t>& first = first_[key];
    next_[place] = first.load(std::memory_order_relaxed);
    first.store(place + 1, std::memory_order_release);
  }

  /// Prefetches the start of the chain of a key.
  void prefetch(std::uint32_t key) const noexcept { internal::prefetch(&first_[key]); }

  /// Return links: the place of an entry + 1, or 0 after the last entry.
  [[nodiscard]] std::uint32_t first(std::uint32_t key) const noexcept {
    return first_[key].load(std::memory_order_acquire);
  }
  [[nodiscard]] std::uint32_t after(std::uint32_t link) const noexcept { return next_[link - 1]; }

 private:
  int bits_;
  PoolArray<std::atomic<std::uint32_t>> first_;
  PoolArray<std::uint32_t> next_;
};

/// Where an entry is: its place in a run, numbered as in the snapshot, or in the memtable.
struct Location {
  std::uint32_t run = 0;
  std::uint32_t place = 0;
  static constexpr std::uint32_t kMemtable = 0xFFFF'FFFF;
  friend bool operator==(const Location&, const Location&) = default;
};

class MemtableBase {
 public:
  [[nodiscard]] IdKind kind() const noexcept { return kind_; }

  /// The lengths of both lists at one moment.
  struct View {
    std::uint32_t added = 0;
    std::uint32_t removed = 0;
  };
  [[nodiscard]] View view() const noexcept {
    const std::uint64_t lengths = lengths_.load(std::memory_order_acquire);
    return {static_cast<std::uint32_t>(lengths), static_cast<std::uint32_t>(lengths >> 32)};
  }

  [[nodiscard]] IdRef id(std::uint32_t place) const noexcept {
    if (kind_ == IdKind::text) return {texts_[place]};
    return {numbers_[place]};
  }
  /// Returns whether the view has a tombstone for the entry.
  [[nodiscard]] bool is_removed(View view, Location location) const;

  /// Returns the place of the id in the memtable, or nullopt if it is not there or was removed.
  [[nodiscard]] std::optional<std::uint32_t> find_id(View view, const IdRef& id, std::uint64_t hash) const;

  /// The writer's side: stages at most one add and one remove, then commits both at once.
  /// REQUIRES: has_room()
  [[nodiscard]] bool has_room() const noexcept { return added_ < capacity_ && removed_ < capacity_; }
  void stage_remove(Location location) noexcept;
  void commit() noexcept {
    lengths_.store(std::uint64_t{removed_} << 32 | added_, std::memory_order_release);
  }

  [[nodiscard]] std::span<const Location> removed(View view) const noexcept {
    return {locations_.data(), view.removed};
  }

 protected:
  /// Makes room for `capacity` new entries and as many tombstones.
  MemtableBase(const MemoryPool& pool, IdKind kind, std::uint32_t capacity);

  /// Appends the id of a new entry, whose other parts are already at the same place. Returns the place.
  std::uint32_t stage_id(const IdRef& id, std::uint64_t hash);
  /// Returns the place of the next new entry.
  [[nodiscard]] std::uint32_t next_place() const noexcept { return added_; }

  /// Returns the places of the entries that were not removed, and their ids in the same order.
  [[nodiscard]] std::vector<std::uint32_t> live_places(View view) const;
  [[nodiscard]] IdColumn ids_at(std::span<const std::uint32_t> places) const;
  [[nodiscard]] std::uint32_t capacity() const noexcept { return capacity_; }
  [[nodiscard]] const MemoryPool& pool() const noexcept { return pool_; }
  [[nodiscard]] std::size_t base_bytes() const noexcept;

 private:
  [[nodiscard]] static std::uint64_t hash_of_location(Location location) noexcept {
    const std::uint64_t mixed = (std::uint64_t{location.run} << 32 | location.place) * 0x9E37'79B9'7F4A'7C15;
    return mixed >> 32;
  }

  IdKind kind_;
  std::uint32_t capacity_;
  std::atomic<std::uint64_t> lengths_ = 0;
  std::uint32_t added_ = 0;  // the writer's own count, with changes not committed yet
  std::uint32_t removed_ = 0;
  MemoryPool pool_;
  PoolArray<std::uint64_t> numbers_;
  std::unique_ptr<std::string[]> texts_;
  PoolArray<Location> locations_;
  GrowingTable ids_;
  GrowingTable removals_;
};

}  // namespace neardup::internal::lsm
