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

/// Sorts the values. Any values will do; those that crowd into few buckets are sorted by comparison.
template <std::unsigned_integral Value>
void sort_uniform(std::vector<Value>& values) {
  constexpr std::uint32_t kCrowd = 32;
  constexpr std::size_t kFew = 256;  // for so many values, the memory is on the stack
  const int bits = std::max(1, static_cast<int>(std::bit_width(values.size())));
  const int shift = std::numeric_limits<Value>::digits - bits;
  std::array<std::uint32_t, 2 * kFew> few_places;
  std::array<Value, kFew> few_values;
  std::vector<std::uint32_t> many_places(values.size() <= kFew ? 0 : std::size_t{1} << bits);
  std::vector<Value> many_values(values.size() <= kFew ? 0 : values.size());
  std::uint32_t* const places = values.size() <= kFew ? few_places.data() : many_places.data();
  Value* const sorted = values.size() <= kFew ? few_values.data() : many_values.data();

  std::fill_n(places, std::size_t{1} << bits, 0U);
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
