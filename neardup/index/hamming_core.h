// An index for one fingerprint width, as an LSM tree: the writer's side, and the entry points of finds.
//
// New entries go to the memtable (Head). A full memtable becomes a sorted run, and a few runs of about the
// same size are merged into one, so an entry is copied a number of times that grows with the logarithm of the
// index size, and a find searches about that many runs. A remove leaves a tombstone. The entry itself goes
// away when its run is merged, at the latest in the first flush after more than half of the run was removed.
//
// Thread-safe: writers hold a mutex, readers work on a snapshot and never wait.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>

#include "neardup/index/id_filter.h"
#include "neardup/index/index_core.h"
#include "neardup/index/snapshot.h"
#include "neardup/index/snapshot_cell.h"

namespace neardup::index {

template <FingerprintWord Word>
class HammingCore final : public IndexCore {
 public:
  HammingCore(const IndexOptions& options, const Plan& plan);

  /// Starts with a run from a file. `kind` is the kind of its ids, or nullopt if none was ever added.
  HammingCore(const IndexOptions& options, const Plan& plan, std::optional<IdKind> kind,
              const std::shared_ptr<const Run<Word>>& run);

  void add(const IdRef& id, const Fingerprint& fingerprint) override;
  bool remove(const IdRef& id) override;
  [[nodiscard]] std::optional<Fingerprint> fingerprint(const IdRef& id) const override;
  void for_each(const EntryVisitor& visit) const override;
  [[nodiscard]] FindResult find(const Fingerprint& fingerprint, int distance) const override;
  [[nodiscard]] std::optional<Hit> find_nearest(const Fingerprint& fingerprint, int distance) const override;
  [[nodiscard]] std::optional<Hit> find_first(const Fingerprint& fingerprint, int distance) const override;
  [[nodiscard]] std::vector<FindResult> find_batch(std::span<const Fingerprint> fingerprints,
                                                   int distance) const override;
  [[nodiscard]] std::size_t size() const noexcept override { return size_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::optional<IdKind> id_kind() const override;
  [[nodiscard]] std::size_t memory_bytes() const override;
  void compact() override;
  void save(const std::string& path) override;

 private:
  using Cell = SnapshotCell<Snapshot<Word>>;

  // REQUIRES, for all of these: the caller holds `writer_`
  void decide_kind(IdKind kind);
  [[nodiscard]] std::optional<Location> locate_for_add(typename Head<Word>::View view, const IdRef& id,
                                                       std::uint64_t hash) const;
  void make_room();
  void flush(bool all_runs);
  void merge_all();
  [[nodiscard]] std::vector<LiveRun<Word>> runs_without_removed() const;
  void fill_filter(const Snapshot<Word>& snapshot);
  void insert_into_filter(const IdColumn& ids);

  MemoryPool pool_;  // first, because the members below allocate from it
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

}  // namespace neardup::index
