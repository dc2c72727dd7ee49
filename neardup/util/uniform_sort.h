// A sort for hashes. Their leading bits are uniformly distributed, so a counting sort by these leaves one or two
// values in a bucket, and an insertion sort of the whole finishes the work: about three passes, where a radix
// sort by bytes takes one per byte.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace neardup::internal {

/// Sorts a few values: puts each into the slot that its leading bits say, or into one after it, so that the used slots
/// are in order, and collects them. Returns false, with the values as they were, if too many crowd together.
/// REQUIRES: at most 256 values
template <std::unsigned_integral Value>
[[nodiscard]] bool sort_few_uniform(std::vector<Value>& values) noexcept {
  constexpr int kBits = 11;
  constexpr std::size_t kSlots =
      (std::size_t{1} << kBits) + 256;  // the last ones for values that do not fit before
  constexpr int kShift = std::numeric_limits<Value>::digits - kBits;
  static_assert(kShift > 0);
  std::array<Value, kSlots> all_slots;  // only the used ones are read
  std::array<std::uint64_t, kSlots / 64> all_used{};
  Value* const slots = all_slots.data();
  std::uint64_t* const used = all_used.data();
  std::size_t steps_left = 8 * values.size();
  for (Value value : values) {
    auto slot = static_cast<std::size_t>(value >> kShift);
    for (; (used[slot / 64] >> (slot % 64) & 1) != 0; ++slot) {
      if (steps_left-- == 0) return false;
      if (slots[slot] > value) std::swap(slots[slot], value);
    }
    slots[slot] = value;
    used[slot / 64] |= std::uint64_t{1} << (slot % 64);
  }
  Value* out = values.data();
  for (std::size_t word = 0; word < all_used.size(); ++word) {
    for (std::uint64_t bits = used[word]; bits != 0; bits &= bits - 1)
      *out++ = slots[word * 64 + static_cast<std::size_t>(std::countr_zero(bits))];
  }
  return true;
}

/// Sorts the values. Any values will do; those that crowd into few buckets are sorted by comparison.
template <std::unsigned_integral Value>
void sort_uniform(std::vector<Value>& values) {
  constexpr std::uint32_t kCrowd = 32;
  constexpr std::size_t kFew = 256;
  if (values.size() <= kFew && sort_few_uniform(values)) return;
  const int bits = std::max(1, static_cast<int>(std::bit_width(values.size())));
  const int shift = std::numeric_limits<Value>::digits - bits;
  std::vector<std::uint32_t> all_places(std::size_t{1} << bits);
  std::vector<Value> all_sorted(values.size());
  std::uint32_t* const places = all_places.data();
  Value* const sorted = all_sorted.data();
  for (const Value value : values) ++places[value >> shift];
  std::uint32_t sum = 0;
  std::uint32_t most = 0;
  for (std::size_t i = 0; i < std::size_t{1} << bits; ++i) {
    most = std::max(most, places[i]);
    sum += std::exchange(places[i], sum);
  }
  if (most > kCrowd) {
    std::ranges::sort(values);
    return;
  }
  for (const Value value : values) sorted[places[value >> shift]++] = value;
  Value* const out = values.data();
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::size_t place = i;
    for (; place > 0 && out[place - 1] > sorted[i]; --place) out[place] = out[place - 1];
    out[place] = sorted[i];
  }
}

}  // namespace neardup::internal
