// Searches a snapshot of a SimilarityIndex. The bands of all runs are looked up with many cache misses in
// flight at once. Entries that agree in enough bands are candidates; their shingle sets are then compared with
// the query's. Leaves out removed entries.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "neardup/index/lsm_snapshot.h"
#include "neardup/index/similarity_index.h"
#include "neardup/index/similarity_memtable.h"
#include "neardup/index/similarity_run.h"
#include "neardup/index/sketched_entry.h"

namespace neardup::internal::lsm {

using SimilaritySnapshot = LsmSnapshot<SimilarityRun, SimilarityMemtable>;

struct SimilaritySearchOptions {
  double min_similarity = 0;
  std::uint64_t candidate_budget = 0;  // 0: no limit
};

/// The search for one query.
class SimilaritySearch {
 public:
  /// The snapshot and the entry must outlive the search.
  SimilaritySearch(const SimilaritySnapshot& snapshot, MemtableBase::View view, const SketchPlan& plan,
                   const SimilaritySearchOptions& options)
      : snapshot_(snapshot), view_(view), plan_(plan), options_(options) {}

  [[nodiscard]] SimilarResult find(const BandKeys& keys, const SimilarityEntry& entry);
  [[nodiscard]] std::optional<SimilarHit> find_first(const BandKeys& keys, const SimilarityEntry& entry);

 private:
  struct Found {
    double similarity = 0;
    Location location;
  };

  /// The entries of a run whose keys equal the query's, by band.
  using Ranges = std::span<const Bucket>;

  template <typename Visit>
  void for_each_run(const BandKeys& keys, const Visit& visit) const;
  [[nodiscard]] bool sample(std::uint32_t run, Ranges ranges);
  [[nodiscard]] bool visit_candidates(std::uint32_t run, Ranges ranges);
  [[nodiscard]] bool visit_few(std::uint32_t run, Ranges ranges, std::size_t matches);
  [[nodiscard]] bool visit_many(std::uint32_t run, Ranges ranges);
  [[nodiscard]] bool is_candidate(const SimilarityRun& run, Ranges ranges, std::uint32_t place) const;
  [[nodiscard]] bool check(Location location);
  [[nodiscard]] bool check_all(std::uint32_t run, std::span<const std::uint32_t> places);
  void hash_query();
  [[nodiscard]] const ShortHashTable& query();
  [[nodiscard]] double similarity(const PackedSet& set);
  [[nodiscard]] SimilarHit hit(const Found& found) const;

  const SimilaritySnapshot& snapshot_;
  MemtableBase::View view_;
  const SketchPlan& plan_;
  SimilaritySearchOptions options_;
  const SimilarityEntry* entry_ = nullptr;
  std::vector<std::uint32_t> values_;    // of the query, made for the first run that may have a candidate
  std::optional<ShortHashTable> query_;  // of these, made for the first candidate
  bool only_one_ = false;                // stop at the first hit
  std::uint64_t checked_ = 0;
  bool truncated_ = false;
  std::vector<Found> found_;
};

}  // namespace neardup::internal::lsm
