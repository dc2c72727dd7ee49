// Counts the shingles that other sets have in common with one set: the exact check of candidates.
//
// Sets are in the order of their texts, and near-duplicates differ in a few places. So most common
// shingles are found by comparing the two sets position by position, from the front, from the back
// and between the first and the last difference. Only what is left over is looked up, in place if it
// is short, or else in a hash table.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/util/hash_spread.h"

namespace neardup::internal {

class OverlapCounter {
 public:
  /// Replaces the one set. REQUIRES: it has no shingle twice, and outlives the calls of count_common
  void compare_with(std::span<const std::uint64_t> set) {
    set_ = set;
    is_filled_ = false;
  }

  /// Returns how many shingles `other` has in common with the set, or any number below `least` if
  /// there are fewer. REQUIRES: `other` has no shingle twice
  [[nodiscard]] std::size_t count_common(std::span<const std::uint64_t> other, std::size_t least) {
    if (std::min(set_.size(), other.size()) < least) return 0;
    const auto head = static_cast<std::size_t>(std::ranges::mismatch(set_, other).in1 - set_.begin());
    std::span<const std::uint64_t> left = set_.subspan(head);
    std::span<const std::uint64_t> right = other.subspan(head);
    while (!left.empty() && !right.empty() && left.back() == right.back()) {
      left = left.first(left.size() - 1);
      right = right.first(right.size() - 1);
    }
    // No shingle occurs twice, so those counted so far cannot occur among the rest.
    std::size_t counted = set_.size() - left.size();
    if (left.empty() || right.empty()) return counted;
    counted += take_equal_positions(left, right);
    const std::size_t wanted = least > counted ? least - counted : 0;
    if (left_.size() * right_.size() <= kFewComparisons)
      return counted + count(right_, wanted, [this](std::uint64_t shingle) {
               return std::ranges::find(left_, shingle) != left_.end();
             });
    if (!is_filled_) fill();
    return counted + count(right_, wanted, [this](std::uint64_t shingle) { return contains(shingle); });
  }

 private:
  static constexpr std::size_t kFewComparisons = 64;  // quicker than filling the table

  /// Returns in how many positions the two agree, and stores the other shingles in left_ and right_.
  [[nodiscard]] std::size_t take_equal_positions(std::span<const std::uint64_t> left,
                                                 std::span<const std::uint64_t> right) {
    const std::size_t both = std::min(left.size(), right.size());
    left_.clear();
    right_.clear();
    for (std::size_t i = 0; i < both; ++i) {
      if (left[i] == right[i]) continue;
      left_.push_back(left[i]);
      right_.push_back(right[i]);
    }
    const std::size_t equal = both - left_.size();
    left_.insert(left_.end(), left.begin() + static_cast<std::ptrdiff_t>(both), left.end());
    right_.insert(right_.end(), right.begin() + static_cast<std::ptrdiff_t>(both), right.end());
    return equal;
  }

  /// Counts the shingles that are found, and stops as soon as too many are missing.
  template <typename IsFound>
  [[nodiscard]] static std::size_t count(std::span<const std::uint64_t> shingles, std::size_t least,
                                         const IsFound& is_found) {
    if (shingles.size() < least) return 0;
    std::size_t allowed = shingles.size() - least;  // how many more may be missing
    for (const std::uint64_t shingle : shingles) {
      if (is_found(shingle)) continue;
      if (allowed-- == 0) return 0;
    }
    return least + allowed;
  }

  void fill() {
    const std::size_t capacity = std::bit_ceil(2 * set_.size() + 2);
    shift_ = 64 - std::countr_zero(capacity);
    mask_ = capacity - 1;
    slots_.assign(capacity, 0);
    has_zero_ = false;
    for (const std::uint64_t shingle : set_) {
      has_zero_ = has_zero_ || shingle == 0;
      slots_[slot_of(shingle)] = shingle;
    }
    is_filled_ = true;
  }

  [[nodiscard]] bool contains(std::uint64_t shingle) const noexcept {
    return slots_.data()[slot_of(shingle)] == shingle && (shingle != 0 || has_zero_);
  }

  /// Returns the slot of the shingle, or the free slot (0) where it would go.
  [[nodiscard]] std::size_t slot_of(std::uint64_t shingle) const noexcept {
    std::size_t slot = spread_hash(shingle, shift_);
    while (slots_.data()[slot] != 0 && slots_.data()[slot] != shingle) slot = (slot + 1) & mask_;
    return slot;
  }

  std::span<const std::uint64_t> set_;
  bool is_filled_ = false;            // whether the table has the set
  std::vector<std::uint64_t> left_;   // of the set: what is left over
  std::vector<std::uint64_t> right_;  // of the other set
  std::vector<std::uint64_t> slots_;
  std::size_t mask_ = 0;
  int shift_ = 0;
  bool has_zero_ = false;
};

}  // namespace neardup::internal
