// One shingle set as a hash table for membership tests. The exact check of a candidate looks up the
// shingles of the other set and stops as soon as too many are missing.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/util/hash_spread.h"

namespace neardup::internal {

class ShingleTable {
 public:
  /// Replaces the set, reusing the memory.
  void fill(std::span<const std::uint64_t> shingles) {
    const std::size_t capacity = std::bit_ceil(2 * shingles.size() + 2);
    shift_ = 64 - std::countr_zero(capacity);
    mask_ = capacity - 1;
    slots_.assign(capacity, 0);
    has_zero_ = false;
    for (const std::uint64_t shingle : shingles) {
      has_zero_ = has_zero_ || shingle == 0;
      slots_[slot_of(shingle)] = shingle;
    }
  }

  [[nodiscard]] bool contains(std::uint64_t shingle) const noexcept {
    return slots_.data()[slot_of(shingle)] == shingle && (shingle != 0 || has_zero_);
  }

  /// Returns how many of the shingles are in the set, or any number below `least` if fewer than
  /// `least` are.
  [[nodiscard]] std::size_t count_common(std::span<const std::uint64_t> shingles,
                                         std::size_t least) const noexcept {
    if (shingles.size() < least) return 0;
    std::size_t allowed = shingles.size() - least;  // how many more may be missing
    for (const std::uint64_t shingle : shingles) {
      if (contains(shingle)) continue;
      if (allowed-- == 0) return 0;
    }
    return least + allowed;
  }

 private:
  /// Returns the slot of the shingle, or the free slot (0) where it would go.
  [[nodiscard]] std::size_t slot_of(std::uint64_t shingle) const noexcept {
    std::size_t slot = spread_hash(shingle, shift_);
    while (slots_.data()[slot] != 0 && slots_.data()[slot] != shingle) slot = (slot + 1) & mask_;
    return slot;
  }

  std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(2);
  std::size_t mask_ = 1;
  int shift_ = 63;
  bool has_zero_ = false;
};

}  // namespace neardup::internal
