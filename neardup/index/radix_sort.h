// Sorts by one word, byte by byte from the lowest; bytes in which all agree cost one count. For long lists of
// small records it beats comparing by far, and it is stable.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace neardup::index {

/// key_of(record) is the word to sort by; only its kBytes lowest bytes are looked at.
template <std::size_t kBytes, typename Record, typename KeyOf>
void radix_sort(std::vector<Record>& records, const KeyOf& key_of) {
  std::array<std::array<std::size_t, 256>, kBytes> counts{};
  for (const Record& record : records) {
    const std::uint64_t key = key_of(record);
    for (std::size_t byte = 0; byte < kBytes; ++byte) ++counts[byte][(key >> (8 * byte)) & 255];
  }
  std::vector<Record> sorted(records.size());
  for (std::size_t byte = 0; byte < kBytes; ++byte) {
    if (records.empty() || counts[byte][(key_of(records[0]) >> (8 * byte)) & 255] == records.size()) continue;
    std::size_t sum = 0;
    for (std::size_t& count : counts[byte]) sum += std::exchange(count, sum);
    for (const Record& record : records)
      sorted[counts[byte][(key_of(record) >> (8 * byte)) & 255]++] = record;
    records.swap(sorted);
  }
}

}  // namespace neardup::index
