// A stable radix sort by a 64-bit key, byte by byte from the lowest. Bytes in which all keys agree
// cost nothing. For long lists of small records it is far faster than a comparison sort.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace neardup::internal {

/// Sorts records by key_of(record), looking only at the kBytes lowest bytes of the key.
template <std::size_t kBytes, typename Record, typename KeyOf>
void radix_sort(std::vector<Record>& records, const KeyOf& key_of) {
  std::uint64_t differing = 0;
  for (const Record& record : records) differing |= key_of(record) ^ key_of(records[0]);
  std::vector<Record> sorted(differing == 0 ? 0 : records.size());
  for (std::size_t byte = 0; byte < kBytes; ++byte) {
    const auto digit = [&](const Record& record) { return (key_of(record) >> (8 * byte)) & 255; };
    if (((differing >> (8 * byte)) & 255) == 0) continue;
    std::array<std::size_t, 256> offsets{};
    for (const Record& record : records) ++offsets[digit(record)];
    std::size_t sum = 0;
    for (std::size_t& offset : offsets) sum += std::exchange(offset, sum);
    for (const Record& record : records) sorted[offsets[digit(record)]++] = record;
    records.swap(sorted);
  }
}

}  // namespace neardup::internal
