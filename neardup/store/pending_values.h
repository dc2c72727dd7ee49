// The values that keys will have once a group of changes is in RocksDB: a hash table whose keys and values lie one after
// the other in one string, so that an insertion costs a copy and clearing it costs nothing, on whichever thread.
//
// Not thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/store/database.h"

namespace neardup::internal::store {

class PendingValues {
 public:
  /// Sets the value of a key, or says with no value that it is erased.
  void put(Family family, std::string_view key, std::optional<std::string_view> value) {
    if (2 * (items_.size() + 1) > slots_.size()) grow();
    const std::size_t hash = hash_of(family, key);
    std::uint32_t& slot = slots_[find_slot(family, key, hash)];
    const Item item{.hash = hash,
                    .begin = bytes_.size(),
                    .key_size = key.size(),
                    .value_size = value ? value->size() : kErased,
                    .family = family};
    bytes_.append(key);
    if (value) bytes_.append(*value);
    if (slot == 0) {
      items_.push_back(item);
      slot = static_cast<std::uint32_t>(items_.size());
    } else {
      items_[slot - 1] = item;
    }
  }

  /// Returns what put() said last about the key: its value, or no value if it is erased. Returns nothing if it said
  /// nothing.
  [[nodiscard]] std::optional<std::optional<std::string>> find(Family family, std::string_view key) const {
    if (items_.empty()) return std::nullopt;
    const std::uint32_t slot = slots_[find_slot(family, key, hash_of(family, key))];
    if (slot == 0) return std::nullopt;
    const Item& item = items_[slot - 1];
    if (item.value_size == kErased) return std::optional<std::string>();
    return std::optional(bytes_.substr(item.begin + item.key_size, item.value_size));
  }

  void clear() noexcept {
    bytes_.clear();
    items_.clear();
    std::ranges::fill(slots_, 0U);
  }

 private:
  static constexpr std::size_t kErased = SIZE_MAX;

  struct Item {
    std::size_t hash = 0;
    std::size_t begin = 0;  // of the key in bytes_; the value follows
    std::size_t key_size = 0;
    std::size_t value_size = 0;
    Family family = Family::meta;
  };

  [[nodiscard]] static std::size_t hash_of(Family family, std::string_view key) noexcept {
    return std::hash<std::string_view>()(key) + static_cast<std::size_t>(family);
  }

  /// Returns the slot that refers to the key, or the empty one where it belongs.
  [[nodiscard]] std::size_t find_slot(Family family, std::string_view key, std::size_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash & mask;
    for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
      const Item& item = items_[slots_[slot] - 1];
      const std::string_view own = std::string_view(bytes_).substr(item.begin, item.key_size);
      if (item.hash == hash && item.family == family && own == key) break;
    }
    return slot;
  }

  void grow() {
    constexpr std::size_t kLeastSlots = 1024;
    slots_.assign(std::max(kLeastSlots, 2 * slots_.size()), 0U);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      std::size_t slot = items_[i].hash & mask;
      while (slots_[slot] != 0) slot = (slot + 1) & mask;
      slots_[slot] = static_cast<std::uint32_t>(i + 1);
    }
  }

  std::string bytes_;
  std::vector<Item> items_;
  std::vector<std::uint32_t> slots_;  // a power of two: the place of an item + 1, or 0
};

}  // namespace neardup::internal::store
