// A snapshot of an LSM tree: an immutable list of runs with their tombstones, and the memtable, which goes on
// growing. A reader also takes a View of the memtable to fix the moment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "neardup/index/memtable_base.h"
#include "neardup/index/tombstones.h"

namespace neardup::internal::lsm {

/// A run and its tombstones as of this snapshot.
template <typename Run>
struct LiveRun {
  std::shared_ptr<const Run> run;
  std::shared_ptr<const DeadBits> dead = std::make_shared<DeadBits>();
  std::size_t dead_count = 0;

  [[nodiscard]] std::size_t live() const noexcept { return run->size() - dead_count; }
};

template <typename Run, typename MemtableOfKind>
struct LsmSnapshot {
  std::vector<LiveRun<Run>> runs;  // the largest first
  std::shared_ptr<MemtableOfKind> memtable;

  using View = MemtableBase::View;

  /// Returns how many entries there are, removed ones included.
  [[nodiscard]] std::size_t entries(View view) const noexcept {
    std::size_t sum = view.added;
    for (const LiveRun<Run>& run : runs) sum += run.run->size();
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

  /// Calls visit(location) for every live entry.
  template <typename Visit>
  void for_each(View view, const Visit& visit) const {
    const auto visit_part = [&](std::uint32_t run, std::size_t size) {
      for (std::uint32_t place = 0; place < size; ++place) {
        if (!is_removed(view, {run, place})) visit(Location{run, place});
      }
    };
    for (std::uint32_t run = 0; run < runs.size(); ++run) visit_part(run, runs[run].run->size());
    visit_part(Location::kMemtable, view.added);
  }

  /// Returns where the id is, or nullopt if it is missing or was removed.
  [[nodiscard]] std::optional<Location> locate(View view, const IdRef& id, std::uint64_t hash) const {
    return locate(view, id, hash, [](const Run&) { return true; });
  }

  /// Returns where the id is, searching only the memtable and the runs for which may_have_it(run) is true.
  template <typename MayHaveIt>
  [[nodiscard]] std::optional<Location> locate(View view, const IdRef& id, std::uint64_t hash,
                                               const MayHaveIt& may_have_it) const {
    if (const auto place = memtable->find_id(view, id, hash)) return Location{Location::kMemtable, *place};
    for (const LiveRun<Run>& run : runs) {
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
