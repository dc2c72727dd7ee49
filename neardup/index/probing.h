// The two steps of every search, of a sorted run and of the memtable: enumerate the keys near a key, and
// scan the entries under each. The scans wrap the SIMD kernels in loops that call a visitor, a piece at a
// time, so that the buffer of hits stays small.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "neardup/index/word.h"
#include "neardup/simd/within_kernels.h"

namespace neardup::internal::lsm {

/// Calls visit(key, flips) for every key of `bits` bits that differs from `key` in flips <= most
/// bits. Stops and returns false if a visit returns false.
template <typename Visit>
bool for_each_near_key(std::uint32_t key, int bits, int most, const Visit& visit) {
  if (most >= 0 && !visit(key, 0)) return false;
  const std::uint64_t end = std::uint64_t{1} << bits;
  for (int flips = 1; flips <= std::min(most, bits); ++flips) {
    std::uint64_t mask = (std::uint64_t{1} << flips) - 1;
    while (mask < end) {
      if (!visit(key ^ static_cast<std::uint32_t>(mask), flips)) return false;
      const std::uint64_t lowest = mask & (0 - mask);  // Gosper's hack: the next mask with that many ones
      const std::uint64_t ripple = mask + lowest;
      mask = ripple | (((mask ^ ripple) / lowest) >> 2);
    }
  }
  return true;
}

/// Calls visit(index, distance) for the fingerprints within the distance, in order.
template <FingerprintWord Word, typename Visit>
void scan_fingerprints(std::span<const Word> fingerprints, const Word& query, int distance,
                       const Visit& visit) {
  constexpr std::size_t kPiece = 1024;
  std::array<simd::ScanHit, kPiece> buffer;
  for (std::size_t begin = 0; begin < fingerprints.size(); begin += kPiece) {
    const std::span<const Word> piece =
        fingerprints.subspan(begin, std::min(kPiece, fingerprints.size() - begin));
    const std::size_t count = simd::scan_within(piece, query, distance, buffer.data());
    for (std::size_t i = 0; i < count; ++i) visit(begin + buffer[i].index, buffer[i].distance);
  }
}

/// Returns the first fingerprint within the distance for which accept(index) is true. Reads little more
/// than what lies before it.
template <FingerprintWord Word, typename Accept>
std::optional<simd::ScanHit> first_fingerprint(std::span<const Word> fingerprints, const Word& query,
                                               int distance, const Accept& accept) {
  constexpr std::size_t kPiece = 256;
  std::array<simd::ScanHit, kPiece> buffer;
  for (std::size_t begin = 0; begin < fingerprints.size(); begin += kPiece) {
    const std::span<const Word> piece =
        fingerprints.subspan(begin, std::min(kPiece, fingerprints.size() - begin));
    const std::size_t count = simd::scan_within(piece, query, distance, buffer.data());
    for (std::size_t i = 0; i < count; ++i) {
      const auto index = static_cast<std::uint32_t>(begin + buffer[i].index);
      if (accept(index)) return simd::ScanHit{index, buffer[i].distance};
    }
  }
  return std::nullopt;
}

/// Calls visit(index) for the tags within the limit, in order.
template <typename Visit>
void scan_tags(std::span<const std::uint16_t> tags, std::uint16_t query, int limit, const Visit& visit) {
  constexpr std::size_t kPiece = 1024;
  std::array<std::uint32_t, kPiece> buffer;
  for (std::size_t begin = 0; begin < tags.size(); begin += kPiece) {
    const std::span<const std::uint16_t> piece = tags.subspan(begin, std::min(kPiece, tags.size() - begin));
    const std::size_t count = simd::scan_tags_within(piece, query, limit, buffer.data());
    for (std::size_t i = 0; i < count; ++i) visit(begin + buffer[i]);
  }
}

}  // namespace neardup::internal::lsm
