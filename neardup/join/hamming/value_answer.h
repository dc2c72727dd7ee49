// The last step of a join: turns pairs of fingerprint values into sorted pairs of documents.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "neardup/join/compact_pairs.h"
#include "neardup/join/hamming/ordinal_lookup.h"
#include "neardup/join/join_control.h"
#include "neardup/simd/hamming_kernels.h"
#include "neardup/util/error.h"

namespace neardup::internal {

/// A pair of fingerprint values, by their numbers in a ValueTable.
struct NumberedPair {
  std::uint32_t first;
  std::uint32_t second;
  std::uint8_t distance;
};

/// Adds the values to the table and returns the pairs by number, with their distances. Works in
/// blocks so that a SIMD kernel computes the distances. Frees `found`.
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

/// Returns the answer of a self join that found more pairs than it may hold: only pairs of equal
/// fingerprints, both of one compartment if there are compartments.
template <typename Word>
[[nodiscard]] NearPairs overflowed_answer(std::span<const Word> fingerprints,
                                          std::span<const std::uint32_t> compartments, JoinStats stats) {
  const auto key = [&](std::uint32_t i) {
    return std::pair(fingerprints[i], compartments.empty() ? 0 : compartments[i]);
  };
  std::vector<std::uint32_t> ordinals(fingerprints.size());
  std::iota(ordinals.begin(), ordinals.end(), 0U);
  std::ranges::sort(ordinals, {}, [&](std::uint32_t i) { return std::pair(key(i), i); });
  NearPairParts parts;
  for (std::size_t first = 0, i = 1; i < ordinals.size(); ++i) {
    if (key(ordinals[first]) == key(ordinals[i])) {
      parts.copies.push_back({ordinals[first], ordinals[i], 0});
    } else {
      first = i;
    }
  }
  std::ranges::sort(parts.copies);
  stats.copies = parts.copies.size();
  stats.overflowed = true;
  return {std::move(parts), std::move(stats)};
}

/// Throws Error if there are too many fingerprints for 32-bit ordinals.
inline void check_size(std::size_t size) {
  if (size < std::numeric_limits<std::uint32_t>::max()) return;
  throw Error(ErrorCode::invalid_argument,
              "join: at most 4294967294 fingerprints, got " + std::to_string(size));
}

}  // namespace neardup::internal
