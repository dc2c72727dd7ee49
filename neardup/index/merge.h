// Merges several runs and the new entries into one run. Runs are sorted by fingerprint, so this is
// a plain merge of sorted lists.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "neardup/index/plan.h"
#include "neardup/index/sorted_run.h"
#include "neardup/index/tombstones.h"

namespace neardup::internal::lsm {

template <FingerprintWord Word>
using MergeSource = RunSource<SortedRun<Word>>;

/// New entries, unsorted. ids[i] belongs to fingerprints[i].
template <FingerprintWord Word>
struct NewEntries {
  std::vector<Word> fingerprints;
  IdColumn ids;
  [[nodiscard]] std::size_t size() const noexcept { return fingerprints.size(); }
};

/// Returns a run of all live entries, or null if there are none. Throws Error if there are more
/// than 2^32 - 2.
/// REQUIRES: all ids are of one kind
template <FingerprintWord Word>
[[nodiscard]] std::shared_ptr<const SortedRun<Word>> merge(const Plan& plan, const MemoryPool& pool,
                                                           const NewEntries<Word>& entries,
                                                           const std::vector<MergeSource<Word>>& sources);

}  // namespace neardup::internal::lsm
