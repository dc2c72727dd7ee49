// The distinct ones of a list of hashes. Equal hashes are taken for equal features, which need not be
// compared as text then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "neardup/fingerprint/feature_hash.h"

namespace neardup {

/// Keeps its memory between lists.
class DistinctHashes {
 public:
  /// Removes all but the first of equal hashes; the others stay in order.
  void keep(HashLists& hashes);

  /// Of the last list, for each hash that was kept: the place where it stood, and how often it occurred.
  [[nodiscard]] std::vector<std::uint32_t> places() const;
  [[nodiscard]] std::vector<std::uint32_t> occurrences() const;

 private:
  struct Repeat {
    std::uint32_t place;
    std::uint32_t first;  // the place of the one that was kept
  };
  void find_doubtful(const std::vector<std::uint64_t>& hashes);
  void find_repeats(const HashLists& hashes);
  void remove_repeats(std::vector<std::uint64_t>& hashes) const;

  std::size_t size_ = 0;                 // of the last list
  std::vector<Repeat> repeats_;          // in it, rising
  std::vector<std::uint8_t> counters_;   // scratch
  std::vector<std::uint32_t> doubtful_;  // places, rising
  std::vector<std::uint32_t> slots_;     // scratch
};

}  // namespace neardup
