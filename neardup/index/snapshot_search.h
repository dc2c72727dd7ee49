// Searches a whole snapshot: every run and the memtable. Leaves out removed entries and sorts the
// hits by distance, then by id.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "neardup/index/hamming_index.h"
#include "neardup/index/run_search.h"
#include "neardup/index/snapshot.h"

namespace neardup::internal::lsm {

template <FingerprintWord Word>
class SnapshotSearch {
 public:
  /// The snapshot must outlive the search. A candidate_budget of 0 means no limit.
  SnapshotSearch(const Snapshot<Word>& snapshot, int distance, std::uint64_t candidate_budget) noexcept
      : snapshot_(snapshot),
        view_(snapshot.memtable->view()),
        distance_(distance),
        candidate_budget_(candidate_budget),
        allowances_(snapshot.allowances(distance)) {}

  [[nodiscard]] FindResult find(const Word& query) const;
  [[nodiscard]] std::optional<Hit> find_nearest(const Word& query) const;

  /// Returns the first live entry within the distance that the search meets.
  [[nodiscard]] std::optional<Hit> find_first(const Word& query) const;
  [[nodiscard]] std::vector<FindResult> find_batch(std::span<const Word> queries) const;

 private:
  /// A hit whose id has not been copied out yet.
  struct Found {
    std::uint64_t number = 0;  // the id if ids are numbers, else 0
    std::uint32_t distance = 0;
    Location location;
  };
  struct Batch;
  enum class Wanted { all, one };
  template <Wanted kWanted>
  class ProbeWindow;

  [[nodiscard]] CandidateBudget full_budget() const noexcept;
  void find_in_memtable(const Word& query, std::vector<Found>& found, CandidateBudget& budget) const;
  template <Wanted kWanted>
  void find_in_runs(const Word& query, std::vector<Found>& found, CandidateBudget& budget) const;
  [[nodiscard]] std::optional<Found> first_in_memtable(const Word& query, CandidateBudget& budget) const;
  [[nodiscard]] std::optional<Found> first_in_samples(const Word& query) const;
  [[nodiscard]] std::function<bool(std::uint32_t)> live_test(std::uint32_t run) const;
  void batch_in_memtable(Batch& batch) const;
  void batch_in_run(std::uint32_t run, Batch& batch) const;
  void scan_probes(std::uint32_t run, std::size_t table, std::vector<std::uint64_t>& probes,
                   Batch& batch) const;
  void look_up_batch(std::uint32_t run, Batch& batch) const;
  void keep_in_batch(std::uint32_t run, std::uint32_t query, Batch& batch) const;
  void build_results(Batch& batch, std::vector<FindResult>& results) const;
  void keep_live(std::uint32_t run, std::span<const RunHit> hits, std::vector<Found>& found) const;
  [[nodiscard]] bool comes_before(const Found& a, const Found& b) const;
  void build_hits_of_numbers(std::span<const Found> found, std::vector<Hit>& hits) const;
  [[nodiscard]] FindResult build_result(std::vector<Found>& found, const CandidateBudget& budget) const;

  const Snapshot<Word>& snapshot_;
  typename Memtable<Word>::View view_;
  int distance_;
  std::uint64_t candidate_budget_;
  Allowances allowances_;
};

extern template class SnapshotSearch<std::uint64_t>;
extern template class SnapshotSearch<Bits128>;

}  // namespace neardup::internal::lsm
