// The SIMD scan as a loop with a visitor, a piece at a time so that the buffer of hits stays small.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "neardup/index/word.h"
#include "neardup/simd/within_kernels.h"

namespace neardup::index {

/// Calls visit(index, distance) for the words within the distance, in their order.
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

}  // namespace neardup::index
