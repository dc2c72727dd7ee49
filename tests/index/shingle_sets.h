// Shingle sets for the tests of SimilarityIndex: strangers, and sets that share a given part with another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "neardup/index/similarity_entry.h"

namespace neardup::internal {

using ShingleList = std::vector<std::uint64_t>;

[[nodiscard]] inline SimilarityEntry entry_of(const ShingleList& shingles) { return {shingles, {}}; }

class ShingleSets {
 public:
  explicit ShingleSets(std::uint64_t seed) : random_(seed) {}

  [[nodiscard]] std::uint64_t number() { return random_(); }

  [[nodiscard]] ShingleList set(std::size_t size) {
    ShingleList shingles(size);
    for (std::uint64_t& shingle : shingles) shingle = random_();
    return shingles;
  }

  /// Replaces this many of the shingles by new ones, at random places.
  [[nodiscard]] ShingleList changed(ShingleList shingles, std::size_t changes) {
    for (std::size_t i = 0; i < changes && i < shingles.size(); ++i) {
      std::swap(shingles[i], shingles[i + random_() % (shingles.size() - i)]);
      shingles[i] = random_();
    }
    return shingles;
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace neardup::internal
