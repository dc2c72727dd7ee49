// Similarity of sets as it is defined, and every pair compared with every other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "neardup/join/compact_pairs.h"
#include "neardup/join/hamming_join.h"
#include "neardup/join/similarity_options.h"

namespace neardup::internal::reference {

using ShingleSet = std::vector<std::uint64_t>;  // sorted

inline double jaccard(const ShingleSet& a, const ShingleSet& b) {
  ShingleSet common;
  std::ranges::set_intersection(a, b, std::back_inserter(common));
  const std::size_t all = a.size() + b.size() - common.size();
  return all == 0 ? 0 : static_cast<double>(common.size()) / static_cast<double>(all);
}

/// Ordered by (first, second). With `star`, documents whose set an earlier one of their compartment has
/// appear only in (first, copy, 1).
inline std::vector<SimilarPair> similar_pairs(std::span<const std::vector<std::uint64_t>> lists,
                                              const SimilarityOptions& options, EqualPairs equal) {
  std::vector<ShingleSet> sets(lists.begin(), lists.end());
  for (ShingleSet& set : sets) std::ranges::sort(set);
  const auto compartment = [&](std::size_t i) {
    return options.compartments.empty() ? 0 : options.compartments[i];
  };
  const auto first_of = [&](std::size_t i) {
    std::size_t first = 0;
    while (sets[first] != sets[i] || compartment(first) != compartment(i)) ++first;
    return first;
  };
  std::vector<SimilarPair> pairs;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    for (std::size_t j = i + 1; j < sets.size(); ++j) {
      if (j < options.reference_documents || compartment(i) != compartment(j)) continue;
      const double similarity = jaccard(sets[i], sets[j]);
      if (similarity < options.min_similarity || similarity == 0) continue;
      const bool in_star = first_of(i) == i && (first_of(j) == j || first_of(j) == i);
      if (equal == EqualPairs::star && !in_star) continue;
      pairs.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), similarity});
    }
  }
  return pairs;
}

}  // namespace neardup::internal::reference
