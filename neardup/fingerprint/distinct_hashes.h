// The distinct ones of a list of hashes: which there are, where each stands first and how often it occurs.
// Equal hashes are taken for equal features, which need not be compared as text then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "neardup/fingerprint/feature_hash.h"

namespace neardup {

/// Keeps its memory between lists.
struct DistinctHashes {
  HashLists hashes;                        // those that occur once for sure in front, else in order
  std::vector<std::uint32_t> firsts;       // for each hash: its first place in the list
  std::vector<std::uint32_t> occurrences;  // and the number of its places

  void find(const HashLists& given);

 private:
  [[nodiscard]] std::size_t take_single(const HashLists& given);
  void look_up_doubtful(const HashLists& given, std::size_t size);

  std::vector<std::uint8_t> counters_;
  std::vector<std::uint32_t> doubtful_;  // places
  std::vector<std::uint32_t> slots_;
};

}  // namespace neardup
