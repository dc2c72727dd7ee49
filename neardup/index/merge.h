// Merges several runs and the new entries into one run. Runs are sorted by fingerprint, so this is
// a plain merge of sorted lists.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "neardup/index/plan.h"
#include "neardup/index/sorted_run.h"

namespace neardup::internal::lsm {

/// The tombstones of a run, one bit per entry. Empty: nothing was removed.
using DeadBits = std::vector<std::uint64_t>;

[[nodiscard]] inline bool is_dead(const DeadBits& dead, std::size_t place) noexcept {
  return !dead.empty() && ((dead[place / 64] >> (place % 64)) & 1) != 0;
}

template <FingerprintWord Word>
struct MergeSource {
  std::shared_ptr<const SortedRun<Word>> run;
  std::shared_ptr<const DeadBits> dead;
};

/// New entries, unsorted. ids[i] belongs to fingerprints[i].
template <FingerprintWord Word>
struct NewEntries {
  std::vector<Word> fingerprints;
  IdColumn ids;
};

/// Returns a run of all live entries, or null if there are none. Throws Error if there are more
/// than 2^32 - 2.
/// REQUIRES: all ids are of one kind
template <FingerprintWord Word>
[[nodiscard]] std::shared_ptr<const SortedRun<Word>> merge(const Plan& plan, const MemoryPool& pool,
                                                           const NewEntries<Word>& entries,
                                                           const std::vector<MergeSource<Word>>& sources);

}  // namespace neardup::internal::lsm
