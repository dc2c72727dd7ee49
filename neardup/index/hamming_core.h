// The writer's side. Entries go to the head; a full head becomes a run, and a few runs of about the same size
// become one: an entry is copied a number of times that grows with the logarithm of the size, and a find
// looks at as few runs. What is removed is marked, and left out when its run is merged or half of it is gone.
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

  /// With a run from a file; kind: that of its ids, if any was ever added.
  HammingCore(const IndexOptions& options, const Plan& plan, std::optional<IdKind> kind,
              const std::shared_ptr<const Run<Word>>& run);

  void add(const IdRef& id, const Fingerprint& fingerprint) override;
  bool remove(const IdRef& id) override;
  [[nodiscard]] std::optional<Fingerprint> fingerprint(const IdRef& id) const override;
  void for_each(const EntryVisitor& visit) const override;
  [[nodiscard]] FindResult find(const Fingerprint& fingerprint, int distance) const override;
  [[nodiscard]] std::optional<Hit> find_first(const Fingerprint& fingerprint, int distance) const override;
  [[nodiscard]] bool has(const Fingerprint& fingerprint, int distance) const override;
  [[nodiscard]] std::vector<FindResult> find_batch(std::span<const Fingerprint> fingerprints,
                                                   int distance) const override;
  [[nodiscard]] std::size_t size() const noexcept override { return size_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::optional<IdKind> id_kind() const override;
  [[nodiscard]] std::size_t memory_bytes() const override;
  void compact() override;
  void save(const std::string& path) override;

 private:
  using Cell = SnapshotCell<Snapshot<Word>>;

  // All of these REQUIRE the mutex.
  void decide_kind(IdKind kind);
  [[nodiscard]] std::optional<Location> locate_for_add(typename Head<Word>::View view, const IdRef& id,
                                                       std::uint64_t hash) const;
  void make_room();
  void flush(bool all_runs);
  void merge_all();
  [[nodiscard]] std::vector<LiveRun<Word>> runs_without_removed() const;
  void fill_filter(const Snapshot<Word>& snapshot);
  void insert_into_filter(const IdColumn& ids);

  MemoryPool pool_;  // first, so that it is there for everything that takes from it
  mutable std::mutex writer_;
  std::optional<IdKind> kind_;
  std::atomic<std::size_t> size_ = 0;
  IdFilter filter_;  // knows the ids of all runs but those of a file, and so does the greatest number
  std::uint64_t greatest_number_ = 0;
  std::atomic<std::size_t> filter_bytes_ = 0;
  Cell cell_;
};

extern template class HammingCore<std::uint64_t>;
extern template class HammingCore<Bits128>;

}  // namespace neardup::index
