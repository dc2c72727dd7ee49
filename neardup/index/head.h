// Where adds and removes go first: a short list of new entries and a short list of entries, here or in runs,
// that are gone. Both only grow, by one writer; a change becomes visible as a whole when the one word with
// the lengths of both lists is stored. A reader loads that word once and so sees all changes up to some
// moment and nothing after it: an entry that is replaced is never seen twice and never missed. When a list is
// full the head becomes a run.
#pragma once

#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "neardup/index/id_column.h"
#include "neardup/index/merge.h"
#include "neardup/index/word.h"

namespace neardup::index {

/// Numbers below the capacity, found by a hash. Only grows; one writer, any number of readers.
template <std::size_t kCapacity>
class GrowingTable {
 public:
  void insert(std::uint64_t hash, std::uint32_t number) noexcept {
    std::size_t slot = hash % kSlots;
    while (slots_[slot].load(std::memory_order_relaxed) != 0) slot = (slot + 1) % kSlots;
    slots_[slot].store(number + 1, std::memory_order_release);
  }

  /// The first number with this hash, perhaps, that satisfies the condition.
  template <typename Condition>
  [[nodiscard]] std::optional<std::uint32_t> find(std::uint64_t hash, const Condition& condition) const {
    for (std::size_t slot = hash % kSlots;; slot = (slot + 1) % kSlots) {
      const std::uint32_t value = slots_[slot].load(std::memory_order_acquire);
      if (value == 0) return std::nullopt;
      if (condition(value - 1)) return value - 1;
    }
  }

 private:
  static constexpr std::size_t kSlots = 2 * kCapacity;  // half of them stay empty, so every search ends
  std::array<std::atomic<std::uint32_t>, kSlots> slots_{};
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
  static constexpr std::uint32_t kMaxAdded = 2048;  // every find scans them
  static constexpr std::uint32_t kMaxRemoved = 4096;

  explicit Head(IdKind kind) : kind_(kind) {
    if (kind == IdKind::text) texts_ = std::make_unique<std::string[]>(kMaxAdded);
  }

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

  /// The place of the id in the head, if it is there and not removed.
  [[nodiscard]] std::optional<std::uint32_t> find_id(View view, const IdRef& id, std::uint64_t hash) const;

  /// The writer's side: at most one add and one remove between commits. REQUIRES: has_room()
  [[nodiscard]] bool has_room() const noexcept { return added_ < kMaxAdded && removed_ < kMaxRemoved; }
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

  IdKind kind_;
  std::atomic<std::uint64_t> lengths_ = 0;
  std::uint32_t added_ = 0;  // the writer's own count, commits included
  std::uint32_t removed_ = 0;
  alignas(64) std::array<Word, kMaxAdded> words_;
  std::array<std::uint64_t, kMaxAdded> numbers_;
  std::unique_ptr<std::string[]> texts_;
  std::array<Location, kMaxRemoved> locations_;
  GrowingTable<kMaxAdded> ids_;
  GrowingTable<kMaxRemoved> removals_;
};

extern template class Head<std::uint64_t>;
extern template class Head<Bits128>;

}  // namespace neardup::index
