// Every pair compared with every other: what the joins must equal.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/join/hamming_join.h"
#include "neardup/util/bits128.h"

namespace neardup::internal::reference {

inline int distance_of(std::uint64_t a, std::uint64_t b) { return std::popcount(a ^ b); }
inline int distance_of(const Bits128& a, const Bits128& b) {
  return std::popcount(a.low ^ b.low) + std::popcount(a.high ^ b.high);
}

/// The first position with the same value.
template <typename Word>
std::size_t first_of(std::span<const Word> words, std::size_t position) {
  std::size_t first = 0;
  while (words[first] != words[position]) ++first;
  return first;
}

template <typename Word>
std::vector<std::size_t> firsts_of(std::span<const Word> words) {
  std::vector<std::size_t> firsts;
  for (std::size_t i = 0; i < words.size(); ++i) firsts.push_back(first_of(words, i));
  return firsts;
}

/// Pairs within the distance, ordered by (first, second). With `star`, documents that are not the first of
/// their value appear only in (first, copy, 0).
template <typename Word>
std::vector<NearPair> self_pairs(std::span<const Word> words, int max_distance, EqualPairs equal) {
  const std::vector<std::size_t> firsts = firsts_of(words);
  std::vector<NearPair> pairs;
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (std::size_t j = i + 1; j < words.size(); ++j) {
      const int distance = distance_of(words[i], words[j]);
      const bool in_star = firsts[i] == i && (firsts[j] == j || firsts[j] == i);
      if (distance > max_distance || (equal == EqualPairs::star && !in_star)) continue;
      pairs.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), distance});
    }
  }
  return pairs;
}

/// Pairs (new, reference). With `star`, only the first of equal reference documents.
template <typename Word>
std::vector<NearPair> cross_pairs(std::span<const Word> words, std::span<const Word> others, int max_distance,
                                  EqualPairs equal) {
  const std::vector<std::size_t> firsts = firsts_of(others);
  std::vector<NearPair> pairs;
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (std::size_t j = 0; j < others.size(); ++j) {
      const int distance = distance_of(words[i], others[j]);
      if (distance > max_distance || (equal == EqualPairs::star && firsts[j] != j)) continue;
      pairs.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), distance});
    }
  }
  return pairs;
}

}  // namespace neardup::internal::reference
