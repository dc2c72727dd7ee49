// Moving fingerprints to the part of memory that belongs to some of their bits: one pass that reads a stream
// and writes thousands of streams. Private: not installed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/fingerprint/bits128.h"

namespace neardup::simd {

/// Which bits decide: the word is rotated up, then its highest bits are the number of the part.
struct PartitionKey {
  int rotation = 0;
  int bits = 0;
};

/// Adds to counts[part] the number of words of each part. REQUIRES: counts.size() == 2^bits
void count_parts(std::span<const std::uint64_t> words, const PartitionKey& key,
                 std::span<std::uint32_t> counts);
void count_parts(std::span<const Bits128> words, const PartitionKey& key, std::span<std::uint32_t> counts);

/// Writes every rotated word behind those of its part: positions[part] is where the part goes on, and
/// afterwards where it ends. Threads may write to one target if their positions do not meet. REQUIRES: target
/// aligned to 64 bytes, positions.size() == 2^bits
void scatter_parts(std::span<const std::uint64_t> words, const PartitionKey& key,
                   std::span<std::uint32_t> positions, std::uint64_t* target);
void scatter_parts(std::span<const Bits128> words, const PartitionKey& key,
                   std::span<std::uint32_t> positions, Bits128* target);

}  // namespace neardup::simd
