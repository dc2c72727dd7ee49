// Makes one run of several and of what came in since: runs are ordered by fingerprint, so merging is a walk
// over both.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "neardup/index/plan.h"
#include "neardup/index/run.h"

namespace neardup::index {

/// Which entries of a run were removed, a bit each. Empty: none.
using DeadBits = std::vector<std::uint64_t>;

[[nodiscard]] inline bool is_dead(const DeadBits& dead, std::size_t place) noexcept {
  return !dead.empty() && ((dead[place / 64] >> (place % 64)) & 1) != 0;
}

template <FingerprintWord Word>
struct MergeSource {
  std::shared_ptr<const Run<Word>> run;
  std::shared_ptr<const DeadBits> dead;
};

/// New entries, not ordered. `ids` belong to the words at the same places.
template <FingerprintWord Word>
struct NewEntries {
  std::vector<Word> words;
  IdColumn ids;
};

/// The live entries of all, or null when there are none.
/// REQUIRES: ids of one kind
template <FingerprintWord Word>
[[nodiscard]] std::shared_ptr<const Run<Word>> merge(const Plan& plan, const MemoryPool& pool,
                                                     const NewEntries<Word>& entries,
                                                     const std::vector<MergeSource<Word>>& sources);

}  // namespace neardup::index
