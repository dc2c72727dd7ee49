// Partitions fingerprints by some of their bits, in one pass that reads one stream and writes
// thousands. Private: not installed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/util/bits128.h"

namespace neardup::internal::simd {

/// The bits that select the partition: after rotating the fingerprint up by `rotation`, its `bits`
/// highest bits are the number of the part.
struct PartitionKey {
  int rotation = 0;
  int bits = 0;
};

/// Adds the number of fingerprints in each part to counts[part].
/// REQUIRES: counts.size() == 2^bits
void count_parts(std::span<const std::uint64_t> words, const PartitionKey& key,
                 std::span<std::uint32_t> counts);
void count_parts(std::span<const Bits128> words, const PartitionKey& key, std::span<std::uint32_t> counts);

/// Appends every rotated fingerprint to its part. positions[part] is where the part continues, and
/// on return where it ends. Threads may write to one target if their positions do not overlap.
/// REQUIRES: target aligned to 64 bytes, positions.size() == 2^bits
void scatter_parts(std::span<const std::uint64_t> words, const PartitionKey& key,
                   std::span<std::uint32_t> positions, std::uint64_t* target);
void scatter_parts(std::span<const Bits128> words, const PartitionKey& key,
                   std::span<std::uint32_t> positions, Bits128* target);

}  // namespace neardup::internal::simd
