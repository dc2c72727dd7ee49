// The snapshot of a HammingIndex (lsm_snapshot.h).
#pragma once

#include "neardup/index/lsm_snapshot.h"
#include "neardup/index/memtable.h"
#include "neardup/index/plan.h"
#include "neardup/index/sorted_run.h"

namespace neardup::internal::lsm {

template <FingerprintWord Word>
struct Snapshot : LsmSnapshot<SortedRun<Word>, Memtable<Word>> {
  using View = MemtableBase::View;

  /// Returns the allowances, which are the same for all runs because each has a table for every block.
  [[nodiscard]] Allowances allowances(int distance) const noexcept {
    const auto& all = this->runs;
    return spread_allowances(all.empty() ? 1 : static_cast<int>(all[0].run->parts().tables.size()), distance);
  }

  [[nodiscard]] Word fingerprint(View view, Location location) const {
    if (location.run == Location::kMemtable) return this->memtable->fingerprints(view)[location.place];
    return this->runs[location.run].run->fingerprint(location.place);
  }
};

}  // namespace neardup::internal::lsm
