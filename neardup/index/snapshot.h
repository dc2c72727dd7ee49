// A snapshot of the index: an immutable list of runs with their tombstones, and the memtable, which
// goes on growing. A reader also takes a View of the memtable to fix the moment.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "neardup/index/memtable.h"
#include "neardup/index/merge.h"
#include "neardup/index/sorted_run.h"

namespace neardup::internal::lsm {

/// A run and its tombstones as of this snapshot.
template <FingerprintWord Word>
struct LiveRun {
  std::shared_ptr<const SortedRun<Word>> run;
  std::shared_ptr<const DeadBits> dead = std::make_shared<DeadBits>();
  std::size_t dead_count = 0;

  [[nodiscard]] std::size_t live() const noexcept { return run->size() - dead_count; }
};

template <FingerprintWord Word>
struct Snapshot {
  std::vector<LiveRun<Word>> runs;  // the largest first
  std::shared_ptr<Memtable<Word>> memtable;

  /// Returns the allowances, which are the same for all runs because each has a table for every block.
  [[nodiscard]] Allowances allowances(int distance) const noexcept {
    return spread_allowances(runs.empty() ? 1 : static_cast<int>(runs[0].run->parts().tables.size()),
                             distance);
  }

  using View = typename Memtable<Word>::View;

  /// Returns how many entries there are, removed ones included.
  [[nodiscard]] std::size_t entries(View view) const noexcept {
    std::size_t sum = view.added;
    for (const LiveRun<Word>& run : runs) sum += run.run->size();
    return sum;
  }

  [[nodiscard]] bool is_removed(View view, Location location) const {
    if (location.run != Location::kMemtable && is_dead(*runs[location.run].dead, location.place)) return true;
    return memtable->is_removed(view, location);
  }

  [[nodiscard]] IdRef id(Location location) const {
    return location.run == Location::kMemtable ? memtable->id(location.place)
                                               : runs[location.run].run->id(location.place);
  }

  [[nodiscard]] Word fingerprint(View view, Location location) const {
    if (location.run == Location::kMemtable) return memtable->fingerprints(view)[location.place];
    return runs[location.run].run->fingerprint(location.place);
  }

  /// Returns where the id is, or nullopt if it is missing or was removed.
  [[nodiscard]] std::optional<Location> locate(View view, const IdRef& id, std::uint64_t hash) const {
    return locate(view, id, hash, [](const SortedRun<Word>&) { return true; });
  }

  /// Returns where the id is, searching only the memtable and the runs for which may_have_it(run) is true.
  template <typename MayHaveIt>
  [[nodiscard]] std::optional<Location> locate(View view, const IdRef& id, std::uint64_t hash,
                                               const MayHaveIt& may_have_it) const {
    if (const auto place = memtable->find_id(view, id, hash)) return Location{Location::kMemtable, *place};
    for (const LiveRun<Word>& run : runs) {
      if (may_have_it(*run.run)) run.run->parts().id_table.prefetch(hash);
    }
    for (std::uint32_t i = 0; i < runs.size(); ++i) {
      if (!may_have_it(*runs[i].run)) continue;
      const auto place = runs[i].run->find_id(id, hash);
      if (place && !is_removed(view, {i, *place})) return Location{i, *place};
    }
    return std::nullopt;
  }
};

}  // namespace neardup::internal::lsm
