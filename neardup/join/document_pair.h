// One pair of near-duplicates.
#pragma once

#include <optional>

#include "neardup/corpus/document.h"

namespace neardup {

struct DocumentPair {
  Ordinal first = 0;
  Ordinal second = 0;
  /// Hamming distance of the fingerprints, if both documents have one.
  std::optional<int> distance = {};
  /// The rule's similarity or its verification's score, if the texts were compared; 1 for exact
  /// copies that were found without a join.
  std::optional<double> similarity = {};
};

}  // namespace neardup
