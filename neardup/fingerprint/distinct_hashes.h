// Finds the distinct hashes of a list. Treats equal hashes as equal features, so that features need not
// be compared as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "neardup/fingerprint/feature_hash.h"

namespace neardup::internal {

/// Keeps its memory between lists.
class DistinctHashes {
 public:
  /// Removes all but the first of equal hashes; the others stay in order.
  void keep(HashLists& hashes);

  /// Returns, for each hash kept from the last list, its original
  /// position and its number of occurrences respectively.
  [[nodiscard]] std::vector<std::uint32_t> positions() const;
  [[nodiscard]] std::vector<std::uint32_t> occurrences() const;

 private:
  struct Repeat {
    std::uint32_t position;
    std::uint32_t first;  // the position of the one that was kept
  };
  void find_doubtful(const std::vector<std::uint64_t>& hashes);
  void find_repeats(const HashLists& hashes);
  void remove_repeats(std::vector<std::uint64_t>& hashes) const;

  std::size_t size_ = 0;                 // size of the last list
  std::vector<Repeat> repeats_;          // repeats in the last list, ascending
  std::vector<std::uint8_t> counters_;   // scratch
  std::vector<std::uint32_t> doubtful_;  // positions, ascending
  std::vector<std::uint32_t> slots_;     // scratch
};

}  // namespace neardup::internal
