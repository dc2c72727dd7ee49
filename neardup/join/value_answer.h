// The last step of a join: from pairs of values to sorted pairs of documents.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "neardup/join/join_control.h"
#include "neardup/join/ordinal_lookup.h"
#include "neardup/simd/hamming_kernels.h"
#include "neardup/util/error.h"

namespace neardup {

/// A pair of values by their numbers in a table.
struct NumberedPair {
  std::uint32_t first;
  std::uint32_t second;
  std::uint8_t distance;
};

/// Numbers the values, in blocks so that the distances are counted by a kernel. Frees the pairs.
template <typename Word>
[[nodiscard]] std::vector<NumberedPair> number_pairs(std::vector<simd::ValuePair<Word>>&& found,
                                                     ValueTable<Word>& values) {
  const std::vector<simd::ValuePair<Word>> pairs = std::move(found);
  constexpr std::size_t kBlock = 256;
  std::vector<NumberedPair> numbered;
  numbered.reserve(pairs.size());
  std::vector<std::uint8_t> distances(kBlock);
  for (std::size_t begin = 0; begin < pairs.size(); begin += kBlock) {
    const auto block = std::span(pairs).subspan(begin, std::min(kBlock, pairs.size() - begin));
    simd::pair_distances(block, std::span(distances).first(block.size()));
    for (std::size_t i = 0; i < block.size(); ++i) {
      numbered.push_back({values.insert(block[i].first), values.insert(block[i].second), distances[i]});
    }
  }
  return numbered;
}

inline void check_size(std::size_t size) {
  if (size < std::numeric_limits<std::uint32_t>::max()) return;
  throw Error(ErrorCode::invalid_argument,
              "join: at most 4294967294 fingerprints, got " + std::to_string(size));
}

}  // namespace neardup
