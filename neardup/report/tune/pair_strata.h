// Chooses a fair sample of pairs to show: not only the nearest ones, but some of every distance (or
// similarity), as many of each as there is room for. Within a stratum, a hash of the two ordinals decides, so
// that the choice is the same for any number of threads and does not favour the beginning of the input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "neardup/join/document_pairs.h"

namespace neardup::internal {

class PairStrata {
 public:
  /// Stores at most `most` pairs per stratum.
  PairStrata(std::size_t strata, std::size_t most) : most_(most), strata_(strata) {}

  /// Offers a pair to a stratum. REQUIRES: stratum < strata.
  void add(std::size_t stratum, const DocumentPair& pair);

  /// Returns at most `count` pairs, taken from the strata in turn: strata with fewer pairs leave their
  /// places to others. The pairs come in the order of taking, so that any prefix of the list is a fair
  /// choice too.
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
  std::vector<std::vector<Entry>> strata_;  // one max-heap by key per stratum
};

}  // namespace neardup::internal
