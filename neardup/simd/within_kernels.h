// The scan at the heart of every find: which of these fingerprints are within a distance of one
// query? It is fast enough to be limited by memory, so scanning a bucket costs what reading it
// costs. Private: not installed. See kernels.h for the choice of the target.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "neardup/util/bits128.h"

namespace neardup::internal::simd {

/// A hit of a scan. Has no initial values, so that buffers of hits need not be cleared before a scan.
struct ScanHit {
  std::uint32_t index;  // in the scanned list
  std::uint32_t distance;
  friend bool operator==(const ScanHit&, const ScanHit&) = default;
};

/// Writes the hits in the order of the list and returns how many there are. Reads nothing outside
/// of the list.
/// REQUIRES: room for as many hits as there are entries
std::size_t scan_within(std::span<const std::uint64_t> entries, std::uint64_t query, int max_distance,
                        ScanHit* hits) noexcept;
std::size_t scan_within(std::span<const Bits128> entries, Bits128 query, int max_distance,
                        ScanHit* hits) noexcept;

/// Writes the indices of the tags, 16 bits of each fingerprint, that differ from the query in at
/// most max_distance bits, and returns how many there are.
/// REQUIRES: room for as many indices as there are tags
std::size_t scan_tags_within(std::span<const std::uint16_t> tags, std::uint16_t query, int max_distance,
                             std::uint32_t* indices) noexcept;

}  // namespace neardup::internal::simd
