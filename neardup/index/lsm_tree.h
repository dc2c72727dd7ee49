// An LSM tree (log-structured merge tree; O'Neil and others 1996): what the indexes of all kinds share.
//
// Adds and removes go to the memtable (memtable_base.h). A full memtable is flushed: its entries become a
// sorted run, which never changes again. Merging is tiered: as soon as there are four runs of about the same
// size, the fan-out, they are merged into one of the next tier. So an entry is copied once per tier, and a
// find searches a number of runs that grows with the logarithm of the index size. A remove leaves a
// tombstone, at first in the memtable, from the next flush on in a bitmap next to the run. The entry itself
// goes away when its run is merged, at the latest in the first flush after more than half of the run was
// removed. A Bloom filter over the ids (id_filter.h) spares an add the search of every run for an older entry
// of the same id. Readers see a snapshot: the list of runs and a view of the memtable (lsm_snapshot.h). There
// is no log: what was not saved is lost with the process.
//
// A kind of index provides its entries, its runs and how to merge them:
//
//   Kind::Entry, NewEntries      one entry as the memtable takes it; many, with their ids, as a merge does
//   Kind::Run, MemtableOfKind, SnapshotOfKind
//   kind.make_memtable(pool, id_kind, capacity), kind.merge(pool, new_entries, sources)
//   Kind::kMemtablePart          the memtable holds up to one entry in so many, within limits
//   kind.is_same(snapshot, view, location, entry)   whether replacing that entry would change nothing
//
// Thread-safe: writers hold a mutex, readers work on a snapshot and never wait.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "neardup/index/id_filter.h"
#include "neardup/index/lsm_snapshot.h"
#include "neardup/index/snapshot_cell.h"
#include "neardup/util/error.h"

namespace neardup::internal::lsm {

/// Returns how many entries the memtable of an index of this size may hold: the given part of them. A larger one
/// is merged less often but costs more memory and, if an attacker floods it, more time: at most 4 microseconds
/// of scanning fingerprints.
[[nodiscard]] inline std::uint32_t memtable_capacity(std::size_t size, std::size_t part) noexcept {
  constexpr std::size_t kLeast = 1024;
  constexpr std::size_t kMost = 16'384;
  return static_cast<std::uint32_t>(std::clamp(std::bit_floor(size / part), kLeast, kMost));
}

/// How many runs of about the same size are merged into one. More means less copying and more runs to search.
inline constexpr std::size_t kFanOut = 4;

/// Returns the tier of a run. The runs of one tier have about the same size.
[[nodiscard]] inline int tier_of(std::size_t size) noexcept {
  static_assert(kFanOut == 4, "two bits a tier");
  return static_cast<int>(std::bit_width(size)) / 2;
}

/// Returns how many of `runs`, sorted from the largest, are not merged with `added` new entries. A
/// merge takes all runs in tiers up to that of the new entries once there are enough of them, then
/// does the same with the result, and so on.
template <typename Run>
[[nodiscard]] std::size_t count_staying(const std::vector<LiveRun<Run>>& runs, std::size_t added) {
  std::size_t merged = added;
  std::size_t staying = runs.size();
  for (;;) {
    std::size_t next = staying;
    while (next > 0 && tier_of(runs[next - 1].live()) <= tier_of(merged)) --next;
    if (staying - next + 1 < kFanOut) return staying;
    for (; staying > next; --staying) merged += runs[staying - 1].live();
  }
}

/// Moves the runs to merge with the new entries out of `runs`. These include runs of which more
/// than half was removed.
template <typename Run>
[[nodiscard]] std::vector<RunSource<Run>> take_sources(std::vector<LiveRun<Run>>& runs, std::size_t added,
                                                       bool all) {
  const std::size_t staying = all ? 0 : count_staying(runs, added);
  std::vector<RunSource<Run>> sources;
  for (std::size_t i = runs.size(); i-- > 0;) {
    const bool half_dead = runs[i].dead_count > runs[i].run->size() / 2;
    if (i < staying && !half_dead) continue;
    sources.push_back({runs[i].run, runs[i].dead});
    runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return sources;
}

template <typename Kind>
class LsmTree {
 public:
  using Entry = typename Kind::Entry;
  using NewEntries = typename Kind::NewEntries;
  using Run = typename Kind::Run;
  using SnapshotOfKind = typename Kind::SnapshotOfKind;

  /// Starts with a run from a file, or empty if it is null. `id_kind` is nullopt if no id was ever added.
  LsmTree(Kind kind, std::uint64_t id_seed, std::optional<IdKind> id_kind,
          const std::shared_ptr<const Run>& run)
      : kind_(std::move(kind)),
        id_seed_(id_seed),
        id_kind_(id_kind),
        size_(run == nullptr ? 0 : run->size()),
        cell_(first_snapshot(id_kind.value_or(IdKind::number), run)) {
    fill_filter(cell_.current());
  }

  void add(const IdRef& id, const Entry& entry);
  bool remove(const IdRef& id);
  [[nodiscard]] bool contains(const IdRef& id) const;
  [[nodiscard]] std::size_t size() const noexcept { return size_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::optional<IdKind> id_kind() const;
  [[nodiscard]] std::size_t memory_bytes() const;
  void compact();

 protected:
  using Cell = SnapshotCell<SnapshotOfKind>;
  using Reader = typename Cell::Reader;

  [[nodiscard]] const Cell& cell() const noexcept { return cell_; }
  [[nodiscard]] const Kind& kind() const noexcept { return kind_; }
  [[nodiscard]] const MemoryPool& pool() const noexcept { return pool_; }
  [[nodiscard]] std::uint64_t hash(const IdRef& id) const noexcept { return hash_of(id, id_seed_); }

  struct Compacted {
    std::shared_ptr<const Run> run;  // null if the tree is empty
    std::optional<IdKind> id_kind;
  };
  /// Compacts the tree and returns its only run, which is immutable: writers may go on meanwhile.
  [[nodiscard]] Compacted compacted();

  /// Replaces every run by replace(run). REQUIRES: it has the same entries at the same places
  template <typename Replace>
  void replace_runs(const Replace& replace) {
    const std::lock_guard lock(writer_);
    auto next = std::make_unique<SnapshotOfKind>(cell_.current());
    for (LiveRun<Run>& run : next->runs) run.run = replace(run.run);
    fill_filter(*next);
    cell_.publish(std::move(next));
  }

  /// Adds entries as one change and makes them a run at once. Their ids replace those in the tree.
  /// REQUIRES: all ids are different
  void add_bulk(const NewEntries& entries);

  /// Adds the entries of a run as one change, and compacts. Their ids replace those in the tree.
  void add_run(const std::shared_ptr<const Run>& run);

 private:
  using Sources = std::vector<RunSource<Run>>;

  [[nodiscard]] std::unique_ptr<SnapshotOfKind> first_snapshot(IdKind id_kind,
                                                               std::shared_ptr<const Run> run) const;

  // REQUIRES, for all of these: the caller holds `writer_`
  void decide_id_kind(IdKind id_kind);
  [[nodiscard]] std::optional<Location> locate_for_add(MemtableBase::View view, const IdRef& id,
                                                       std::uint64_t hash) const;
  [[nodiscard]] std::vector<Location> locate_all(const IdColumn& ids) const;
  void make_room();
  void flush(bool all_runs);
  void publish(std::vector<LiveRun<Run>> runs, const NewEntries& added, bool all_runs);
  void merge_all();
  [[nodiscard]] std::vector<LiveRun<Run>> runs_without(std::span<const Location> removed) const;
  void fill_filter(const SnapshotOfKind& snapshot);
  void insert_into_filter(const IdColumn& ids);

  Kind kind_;
  std::uint64_t id_seed_;
  MemoryPool pool_;  // before the members below, because they allocate from it
  mutable std::mutex writer_;
  std::optional<IdKind> id_kind_;
  std::atomic<std::size_t> size_ = 0;
  // The filter and the greatest number cover the ids of all runs except those of a mapped file.
  IdFilter filter_;
  std::uint64_t greatest_number_ = 0;
  std::atomic<std::size_t> filter_bytes_ = 0;
  Cell cell_;
};

template <typename Kind>
std::unique_ptr<typename LsmTree<Kind>::SnapshotOfKind> LsmTree<Kind>::first_snapshot(
    IdKind id_kind, std::shared_ptr<const Run> run) const {
  auto snapshot = std::make_unique<SnapshotOfKind>();
  snapshot->memtable = kind_.make_memtable(
      pool_, id_kind, memtable_capacity(run == nullptr ? 0 : run->size(), Kind::kMemtablePart));
  if (run != nullptr) snapshot->runs.push_back({.run = std::move(run)});
  return snapshot;
}

template <typename Kind>
void LsmTree<Kind>::decide_id_kind(IdKind id_kind) {
  if (id_kind_ && *id_kind_ != id_kind) {
    throw Error(ErrorCode::invalid_argument, id_kind == IdKind::text
                                                 ? "index: ids are numbers in this index, got a text"
                                                 : "index: ids are texts in this index, got a number");
  }
  if (id_kind_) return;
  cell_.publish(first_snapshot(id_kind, nullptr));
  id_kind_ = id_kind;
}

template <typename Kind>
void LsmTree<Kind>::make_room() {
  if (!cell_.current().memtable->has_room()) flush(false);
}

/// Returns where the id is, searching only the runs that may have it.
template <typename Kind>
std::optional<Location> LsmTree<Kind>::locate_for_add(MemtableBase::View view, const IdRef& id,
                                                      std::uint64_t hash) const {
  const SnapshotOfKind& snapshot = cell_.current();
  const bool is_beyond = id.kind() == IdKind::number && id.number() > greatest_number_;
  const bool may_be_in_memory = !is_beyond && filter_.may_contain(hash);
  return snapshot.locate(view, id, hash, [may_be_in_memory](const Run& run) {
    return may_be_in_memory || run.guard() != nullptr;
  });
}

template <typename Kind>
void LsmTree<Kind>::add(const IdRef& id, const Entry& entry) {
  const std::uint64_t hash = this->hash(id);
  const std::lock_guard lock(writer_);
  decide_id_kind(id.kind());
  make_room();
  const SnapshotOfKind& snapshot = cell_.current();
  const auto view = snapshot.memtable->view();
  const std::optional<Location> old = locate_for_add(view, id, hash);
  if (old && kind_.is_same(snapshot, view, *old, entry)) return;
  snapshot.memtable->stage_add(entry, id, hash);
  if (old) snapshot.memtable->stage_remove(*old);
  snapshot.memtable->commit();
  if (!old) size_.fetch_add(1, std::memory_order_relaxed);
}

template <typename Kind>
bool LsmTree<Kind>::remove(const IdRef& id) {
  const std::uint64_t hash = this->hash(id);
  const std::lock_guard lock(writer_);
  make_room();
  const SnapshotOfKind& snapshot = cell_.current();
  const std::optional<Location> old = snapshot.locate(snapshot.memtable->view(), id, hash);
  if (!old) return false;
  snapshot.memtable->stage_remove(*old);
  snapshot.memtable->commit();
  size_.fetch_sub(1, std::memory_order_relaxed);
  return true;
}

template <typename Kind>
bool LsmTree<Kind>::contains(const IdRef& id) const {
  const std::uint64_t hash = this->hash(id);
  const Reader snapshot(cell_);
  return snapshot->locate(snapshot->memtable->view(), id, hash).has_value();
}

/// Returns the runs with these tombstones added to theirs. Copies the tombstones instead of changing them:
/// older snapshots that readers hold must not see later removes.
template <typename Kind>
std::vector<LiveRun<typename Kind::Run>> LsmTree<Kind>::runs_without(
    std::span<const Location> removed) const {
  std::vector<LiveRun<Run>> runs = cell_.current().runs;
  std::vector<std::shared_ptr<DeadBits>> marks(runs.size());
  for (const Location& location : removed) {
    if (location.run == Location::kMemtable) continue;
    LiveRun<Run>& run = runs[location.run];
    std::shared_ptr<DeadBits>& bits = marks[location.run];
    if (bits == nullptr) {
      bits = std::make_shared<DeadBits>(*run.dead);
      bits->resize((run.run->size() + 63) / 64);
    }
    (*bits)[location.place / 64] |= std::uint64_t{1} << (location.place % 64);
    ++run.dead_count;
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (marks[i] != nullptr) runs[i].dead = marks[i];
  }
  return runs;
}

template <typename Kind>
void LsmTree<Kind>::flush(bool all_runs) {
  const SnapshotOfKind& snapshot = cell_.current();
  const auto view = snapshot.memtable->view();
  publish(runs_without(snapshot.memtable->removed(view)), snapshot.memtable->live_entries(view), all_runs);
}

/// Publishes a snapshot of the runs and of a run with the new entries, merged with others as the tiers say,
/// and of an empty memtable.
template <typename Kind>
void LsmTree<Kind>::publish(std::vector<LiveRun<Run>> runs, const NewEntries& added, bool all_runs) {
  auto next = std::make_unique<SnapshotOfKind>();
  next->runs = std::move(runs);
  next->memtable = kind_.make_memtable(pool_, id_kind_.value_or(IdKind::number),
                                       memtable_capacity(size(), Kind::kMemtablePart));
  const Sources sources = take_sources(next->runs, added.size(), all_runs);
  if (auto run = kind_.merge(pool_, added, sources)) next->runs.push_back({.run = std::move(run)});
  std::ranges::stable_sort(next->runs, std::greater(), [](const LiveRun<Run>& run) { return run.live(); });
  const bool has_file_ids =
      std::ranges::any_of(sources, [](const auto& source) { return source.run->guard() != nullptr; });
  if (has_file_ids || filter_.is_full()) {
    fill_filter(*next);
  } else {
    insert_into_filter(added.ids);
  }
  cell_.publish(std::move(next));
}

/// Returns where these ids are, of those that are in the tree.
/// REQUIRES: the memtable is empty
template <typename Kind>
std::vector<Location> LsmTree<Kind>::locate_all(const IdColumn& ids) const {
  const auto view = cell_.current().memtable->view();
  std::vector<Location> found;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const IdRef id = ids.id(i, nullptr);
    if (const auto location = locate_for_add(view, id, hash(id))) found.push_back(*location);
  }
  return found;
}

template <typename Kind>
void LsmTree<Kind>::add_bulk(const NewEntries& entries) {
  if (entries.size() == 0) return;
  const std::lock_guard lock(writer_);
  decide_id_kind(entries.ids.kind);
  const auto view = cell_.current().memtable->view();
  if (view.added != 0 || view.removed != 0) flush(false);
  const std::vector<Location> replaced = locate_all(entries.ids);
  publish(runs_without(replaced), entries, false);
  size_.fetch_add(entries.size() - replaced.size(), std::memory_order_relaxed);
}

template <typename Kind>
void LsmTree<Kind>::add_run(const std::shared_ptr<const Run>& run) {
  const std::lock_guard lock(writer_);
  run->touch_entries();
  decide_id_kind(run->parts().ids.kind);
  flush(false);
  const std::vector<Location> replaced = locate_all(run->parts().ids);
  std::vector<LiveRun<Run>> runs = runs_without(replaced);
  runs.push_back({.run = run});
  NewEntries none;
  none.ids.kind = *id_kind_;
  publish(std::move(runs), none, true);
  fill_filter(cell_.current());
  size_.fetch_add(run->size() - replaced.size(), std::memory_order_relaxed);
}

template <typename Kind>
void LsmTree<Kind>::insert_into_filter(const IdColumn& ids) {
  constexpr std::size_t kAhead = 16;  // random places: prefetch them while others are written
  std::array<std::uint64_t, kAhead> hashes{};
  for (std::size_t place = 0; place < ids.size() + kAhead; ++place) {
    if (place >= kAhead) filter_.insert(hashes[place % kAhead]);
    if (place >= ids.size()) continue;
    const IdRef id = ids.id(place, nullptr);
    if (id.kind() == IdKind::number) greatest_number_ = std::max(greatest_number_, id.number());
    hashes[place % kAhead] = hash(id);
    filter_.prefetch(hashes[place % kAhead]);
  }
}

template <typename Kind>
void LsmTree<Kind>::fill_filter(const SnapshotOfKind& snapshot) {
  constexpr std::size_t kLeast = std::size_t{1} << 16;
  std::size_t ids = 0;
  for (const LiveRun<Run>& run : snapshot.runs) ids += run.run->guard() == nullptr ? run.run->size() : 0;
  filter_.reset(pool_, std::max(kLeast, ids + ids / 2));
  filter_bytes_.store(filter_.bytes(), std::memory_order_relaxed);
  for (const LiveRun<Run>& run : snapshot.runs) {
    if (run.run->guard() == nullptr) insert_into_filter(run.run->parts().ids);
  }
}

template <typename Kind>
void LsmTree<Kind>::compact() {
  const std::lock_guard lock(writer_);
  merge_all();
}

template <typename Kind>
typename LsmTree<Kind>::Compacted LsmTree<Kind>::compacted() {
  const std::lock_guard lock(writer_);
  merge_all();
  const SnapshotOfKind& snapshot = cell_.current();
  return {snapshot.runs.empty() ? nullptr : snapshot.runs[0].run, id_kind_};
}

template <typename Kind>
void LsmTree<Kind>::merge_all() {
  const SnapshotOfKind& snapshot = cell_.current();
  const auto view = snapshot.memtable->view();
  const bool is_one_run =
      snapshot.runs.size() <= 1 && (snapshot.runs.empty() || snapshot.runs[0].dead_count == 0);
  if (view.added != 0 || view.removed != 0 || !is_one_run) flush(true);
  cell_.free_unused();
  pool_.trim();
}

template <typename Kind>
std::optional<IdKind> LsmTree<Kind>::id_kind() const {
  const std::lock_guard lock(writer_);
  return id_kind_;
}

template <typename Kind>
std::size_t LsmTree<Kind>::memory_bytes() const {
  const Reader snapshot(cell_);
  std::size_t sum = sizeof(*this) + snapshot->memtable->bytes() +
                    filter_bytes_.load(std::memory_order_relaxed) + pool_.unused_bytes();
  for (const LiveRun<Run>& run : snapshot->runs)
    sum += run.run->bytes() + run.dead->size() * sizeof(std::uint64_t);
  return sum;
}

}  // namespace neardup::internal::lsm
