// The core of HammingIndex for one fingerprint width: an LSM tree (log-structured merge tree; O'Neil and
// others 1996).
//
// Adds and removes go to the memtable (memtable.h). A full memtable is flushed: its entries become a sorted
// run (sorted_run.h), which never changes again. Merging is tiered: as soon as there are four runs of about
// the same size, the fan-out, they are merged into one of the next tier (merge.h). So an entry is copied
// once per tier, and a find searches a number of runs that grows with the logarithm of the index size. A
// remove leaves a tombstone, at first in the memtable, from the next flush on in a bitmap next to the run.
// The entry itself goes away when its run is merged, at the latest in the first flush after more than half
// of the run was removed. A Bloom filter over the ids (id_filter.h) spares an add the search of every run
// for an older entry of the same id. Readers see a snapshot: the list of runs and a view of the memtable
// (snapshot.h). There is no log: what was not saved is lost with the process.
//
// Thread-safe: writers hold a mutex, readers work on a snapshot and never wait.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "neardup/index/hamming_index.h"
#include "neardup/index/id_filter.h"
#include "neardup/index/plan.h"
#include "neardup/index/snapshot.h"
#include "neardup/index/snapshot_cell.h"

namespace neardup::internal::lsm {

template <FingerprintWord Word>
class HammingCore {
 public:
  /// Starts with a run from a file, or empty if it is null. `kind` is the kind of the ids, or nullopt if none
  /// was ever added. The options and the plan must outlive the core.
  HammingCore(const IndexOptions& options, const Plan& plan, std::optional<IdKind> kind,
              const std::shared_ptr<const SortedRun<Word>>& run);

  /// These do what the functions of HammingIndex say.
  /// REQUIRES, for all: fingerprints have the width of the options, distances are at most the planned one
  void add(const IdRef& id, const Fingerprint& fingerprint);
  bool remove(const IdRef& id);
  [[nodiscard]] std::optional<Fingerprint> fingerprint(const IdRef& id) const;
  void for_each(const EntryVisitor& visit) const;
  [[nodiscard]] FindResult find(const Fingerprint& fingerprint, int distance) const;
  [[nodiscard]] std::optional<Hit> find_nearest(const Fingerprint& fingerprint, int distance) const;
  [[nodiscard]] std::optional<Hit> find_first(const Fingerprint& fingerprint, int distance) const;
  [[nodiscard]] std::vector<FindResult> find_batch(std::span<const Fingerprint> fingerprints,
                                                   int distance) const;
  [[nodiscard]] std::size_t size() const noexcept { return size_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::optional<IdKind> id_kind() const;
  [[nodiscard]] std::size_t memory_bytes() const;
  void compact();
  void save(const std::string& path);

 private:
  using Cell = SnapshotCell<Snapshot<Word>>;

  [[nodiscard]] const IndexOptions& options() const noexcept { return options_; }
  [[nodiscard]] const Plan& plan() const noexcept { return plan_; }

  // REQUIRES, for all of these: the caller holds `writer_`
  void decide_kind(IdKind kind);
  [[nodiscard]] std::optional<Location> locate_for_add(typename Memtable<Word>::View view, const IdRef& id,
                                                       std::uint64_t hash) const;
  void make_room();
  void flush(bool all_runs);
  void merge_all();
  [[nodiscard]] std::vector<LiveRun<Word>> runs_without_removed() const;
  void fill_filter(const Snapshot<Word>& snapshot);
  void insert_into_filter(const IdColumn& ids);

  const IndexOptions& options_;
  const Plan& plan_;
  MemoryPool pool_;  // before the members below, because they allocate from it
  mutable std::mutex writer_;
  std::optional<IdKind> kind_;
  std::atomic<std::size_t> size_ = 0;
  // The filter and the greatest number cover the ids of all runs except those of a mapped file.
  IdFilter filter_;
  std::uint64_t greatest_number_ = 0;
  std::atomic<std::size_t> filter_bytes_ = 0;
  Cell cell_;
};

extern template class HammingCore<std::uint64_t>;
extern template class HammingCore<Bits128>;

/// The core of either width, with its options and its plan.
class IndexCore {
 public:
  template <FingerprintWord Word>
  IndexCore(std::type_identity<Word> /*width*/, IndexOptions options, const Plan& plan,
            std::optional<IdKind> kind, const std::shared_ptr<const SortedRun<Word>>& run)
      : options_(std::move(options)),
        plan_(plan),
        core_(std::in_place_type<HammingCore<Word>>, options_, plan_, kind, run) {}

  [[nodiscard]] const IndexOptions& options() const noexcept { return options_; }
  [[nodiscard]] const Plan& plan() const noexcept { return plan_; }

  /// Calls use(core) with the core of the width in use.
  template <typename Use>
  decltype(auto) with(const Use& use) {
    if (auto* const narrow = std::get_if<HammingCore<std::uint64_t>>(&core_)) return use(*narrow);
    return use(*std::get_if<HammingCore<Bits128>>(&core_));  // unlike std::visit, this cannot throw
  }

 private:
  IndexOptions options_;
  Plan plan_;
  std::variant<HammingCore<std::uint64_t>, HammingCore<Bits128>> core_;  // refers to the members above
};

[[nodiscard]] std::unique_ptr<IndexCore> make_core(const IndexOptions& options);
[[nodiscard]] std::unique_ptr<IndexCore> open_core(const std::string& path);

/// Checks every byte of a file. Throws Error.
void verify_file(const std::string& path);

}  // namespace neardup::internal::lsm
