// Wraps the SIMD scans in loops that call a visitor, a piece at a time, so that the buffer of hits
// stays small.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "neardup/index/word.h"
#include "neardup/simd/within_kernels.h"

namespace neardup::index {

/// Calls visit(index, distance) for the fingerprints within the distance, in order.
template <FingerprintWord Word, typename Visit>
void scan_words(std::span<const Word> words, const Word& query, int distance, const Visit& visit) {
  constexpr std::size_t kPiece = 1024;
  std::array<simd::ScanHit, kPiece> buffer;
  for (std::size_t begin = 0; begin < words.size(); begin += kPiece) {
    const std::span<const Word> piece = words.subspan(begin, std::min(kPiece, words.size() - begin));
    const std::size_t count = simd::scan_within(piece, query, distance, buffer.data());
    for (std::size_t i = 0; i < count; ++i) visit(begin + buffer[i].index, buffer[i].distance);
  }
}

/// Returns the first fingerprint within the distance for which accept(index) is true. Reads little more
/// than what lies before it.
template <FingerprintWord Word, typename Accept>
std::optional<simd::ScanHit> first_word(std::span<const Word> words, const Word& query, int distance,
                                        const Accept& accept) {
  constexpr std::size_t kPiece = 256;
  std::array<simd::ScanHit, kPiece> buffer;
  for (std::size_t begin = 0; begin < words.size(); begin += kPiece) {
    const std::span<const Word> piece = words.subspan(begin, std::min(kPiece, words.size() - begin));
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

}  // namespace neardup::index
