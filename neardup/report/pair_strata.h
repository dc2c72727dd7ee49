// A fair choice of pairs to show: not the nearest ones only, but some of every distance (or similarity), as
// many of each as there is room for. Which ones of a stratum is decided by a hash of the two ordinals, so
// that the choice is the same for any number of threads and does not favour the beginning of the input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "neardup/join/document_pairs.h"

namespace neardup {

class PairStrata {
 public:
  /// At most `most` pairs of a stratum are remembered.
  PairStrata(std::size_t strata, std::size_t most) : most_(most), strata_(strata) {}

  /// REQUIRES: stratum < strata
  void add(std::size_t stratum, const DocumentPair& pair);

  /// At most so many, taken from the strata in turn: strata that have fewer leave their places to others. In
  /// the order of taking, so that any beginning of the list is a fair choice too.
  [[nodiscard]] std::vector<DocumentPair> choose(std::size_t count) const;

 private:
  struct Entry {
    std::uint64_t key;
    DocumentPair pair;
    friend bool operator<(const Entry& a, const Entry& b) {
      return std::tuple(a.key, a.pair.first, a.pair.second) < std::tuple(b.key, b.pair.first, b.pair.second);
    }
  };

  std::size_t most_;
  std::vector<std::vector<Entry>> strata_;  // heaps, the largest key on top
};

}  // namespace neardup
