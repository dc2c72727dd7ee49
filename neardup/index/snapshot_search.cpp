#include "neardup/index/snapshot_search.h"

#include <algorithm>
#include <array>

#include "neardup/util/prefetch.h"
#include "neardup/util/radix_sort.h"

namespace neardup::internal::lsm {

/// Many finds in progress. Queries are numbered, and the hits of all of them stay in one list until the end.
template <FingerprintWord Word>
struct SnapshotSearch<Word>::Batch {
  struct QueryHit {
    std::uint32_t query = 0;
    Found found;
  };
  std::span<const Word> queries;
  std::vector<QueryHit> hits;
  std::vector<CandidateBudget> budgets;  // empty if there is no limit
  std::vector<RunHit> run_hits = {};     // scratch
  std::vector<SearchCandidate<Word>> candidates = {};
  std::vector<Found> found = {};  // scratch

  void keep(std::uint32_t query) {
    for (const Found& next : found) hits.push_back({query, next});
    found.clear();
  }
};

template <FingerprintWord Word>
CandidateBudget SnapshotSearch<Word>::full_budget() const noexcept {
  CandidateBudget budget;
  if (candidate_budget_ != 0) budget.left = candidate_budget_;
  return budget;
}

template <FingerprintWord Word>
FindResult SnapshotSearch<Word>::find(const Word& query) const {
  std::vector<Found> found;
  CandidateBudget budget = full_budget();
  find_in_runs<Wanted::all>(query, found, budget);
  find_in_memtable(query, found, budget);
  return build_result(found, budget);
}

template <FingerprintWord Word>
std::optional<Hit> SnapshotSearch<Word>::find_nearest(const Word& query) const {
  std::vector<Found> found;
  CandidateBudget budget = full_budget();
  find_in_runs<Wanted::all>(query, found, budget);
  find_in_memtable(query, found, budget);
  if (found.empty()) return std::nullopt;
  const auto first =
      std::ranges::min_element(found, [this](const Found& a, const Found& b) { return comes_before(a, b); });
  return Hit{DocumentId(snapshot_.id(first->location)), static_cast<int>(first->distance)};
}

template <FingerprintWord Word>
std::optional<Hit> SnapshotSearch<Word>::find_first(const Word& query) const {
  CandidateBudget budget = full_budget();
  std::optional<Found> first = first_in_samples(query);
  if (!first) first = first_in_memtable(query, budget);
  if (!first) {
    std::vector<Found> found;
    find_in_runs<Wanted::one>(query, found, budget);
    if (found.empty()) return std::nullopt;
    first = found.front();
  }
  return Hit{DocumentId(snapshot_.id(first->location)), static_cast<int>(first->distance)};
}

template <FingerprintWord Word>
std::function<bool(std::uint32_t)> SnapshotSearch<Word>::live_test(std::uint32_t run) const {
  return [this, run](std::uint32_t place) { return !snapshot_.is_removed(view_, {run, place}); };
}

/// Looks into the buckets that are much larger than others, where most entries may be hits. In an
/// index without such buckets this costs nothing.
template <FingerprintWord Word>
auto SnapshotSearch<Word>::first_in_samples(const Word& query) const -> std::optional<Found> {
  for (std::uint32_t run = 0; run < snapshot_.runs.size(); ++run) {
    if (!snapshot_.runs[run].run->has_hot_buckets()) continue;
    const RunSearch<Word> search(*snapshot_.runs[run].run, allowances_, distance_);
    if (const auto hit = search.sample_hot_buckets(query, live_test(run)))
      return Found{0, hit->distance, {run, hit->place}};
  }
  return std::nullopt;
}

template <FingerprintWord Word>
auto SnapshotSearch<Word>::first_in_memtable(const Word& query, CandidateBudget& budget) const
    -> std::optional<Found> {
  if (view_.added == 0) return std::nullopt;
  std::optional<simd::ScanHit> hit;
  const std::size_t candidates = snapshot_.memtable->find_first(view_, query, distance_, hit);
  if (!budget.take(candidates) || !hit) return std::nullopt;
  return Found{0, hit->distance, {Location::kMemtable, hit->index}};
}

template <FingerprintWord Word>
void SnapshotSearch<Word>::find_in_memtable(const Word& query, std::vector<Found>& found,
                                            CandidateBudget& budget) const {
  if (view_.added == 0) return;
  std::vector<simd::ScanHit> hits;
  if (!budget.take(snapshot_.memtable->find(view_, query, distance_, hits))) return;
  for (const simd::ScanHit& hit : hits) {
    const Location location{Location::kMemtable, hit.index};
    if (snapshot_.memtable->is_removed(view_, location)) continue;
    found.push_back({snapshot_.id(location).number(), hit.distance, location});
  }
}

/// A window of probes of all runs that are in flight at once. A find spends nearly all of its time
/// waiting for memory, and this way it waits for many cache misses together.
template <FingerprintWord Word>
template <typename SnapshotSearch<Word>::Wanted kWanted>
class SnapshotSearch<Word>::ProbeWindow {
 public:
  ProbeWindow(const SnapshotSearch& search, const Word& query, std::vector<Found>& found,
              CandidateBudget& budget)
      : search_(search), query_(query), found_(found), budget_(budget) {}

  /// Returns whether one hit is wanted and there is one.
  [[nodiscard]] bool is_done() const noexcept { return kWanted == Wanted::one && !found_.empty(); }

  void add(const RunSearch<Word>& run_search, std::uint32_t run, const Probe& probe) {
    run_search.prefetch(probe);
    waiting_[count_++] = {&run_search, probe, run, {}};
    if (count_ == kSize) scan();
  }

  void scan() {
    for (Waiting& next : std::span(waiting_.data(), count_)) next.bucket = next.search->open(next.probe);
    for (const Waiting& next : std::span(waiting_.data(), count_)) {
      next.search->scan({query_, next.run, hits_, candidates_, budget_}, next.probe, next.bucket);
      if (hits_.empty()) continue;
      search_.keep_live(next.run, hits_, found_);
      hits_.clear();
      if (is_done()) break;
    }
    count_ = 0;
    if (is_done()) return;
    const auto keep = [this](std::uint32_t run, std::span<const RunHit> hits) {
      search_.keep_live(run, hits, found_);
    };
    look_up(std::span(candidates_), hits_, keep);
    candidates_.clear();
  }

 private:
  struct Waiting {
    const RunSearch<Word>* search;
    Probe probe;
    std::uint32_t run;
    Bucket bucket;
  };
  static constexpr std::size_t kSize = 48;

  const SnapshotSearch& search_;
  const Word& query_;
  std::vector<Found>& found_;
  CandidateBudget& budget_;
  std::vector<RunHit> hits_;
  std::vector<SearchCandidate<Word>> candidates_;
  std::array<Waiting, kSize> waiting_;
  std::size_t count_ = 0;
};

template <FingerprintWord Word>
template <typename SnapshotSearch<Word>::Wanted kWanted>
void SnapshotSearch<Word>::find_in_runs(const Word& query, std::vector<Found>& found,
                                        CandidateBudget& budget) const {
  std::vector<RunSearch<Word>> searches;
  searches.reserve(snapshot_.runs.size());
  for (const LiveRun<SortedRun<Word>>& run : snapshot_.runs)
    searches.emplace_back(*run.run, allowances_, distance_);
  ProbeWindow<kWanted> window(*this, query, found, budget);
  if (kWanted == Wanted::all && view_.added != 0) snapshot_.memtable->prefetch(query);
  for (std::uint32_t run = 0; run < searches.size() && !window.is_done(); ++run) {
    const RunSearch<Word>& search = searches[run];
    if (search.scans() || search.is_flooded(query)) {
      if (kWanted == Wanted::one && budget.take(snapshot_.runs[run].run->size())) {
        const auto first = search.scan_for_first(query, live_test(run));
        if (first) found.push_back({0, first->distance, {run, first->place}});
      } else if (kWanted == Wanted::all) {
        std::vector<RunHit> hits;
        search.scan_all(query, hits, budget);
        keep_live(run, hits, found);
      }
      continue;
    }
    for (std::size_t table = 0; table < snapshot_.runs[run].run->parts().tables.size(); ++table) {
      search.for_each_probe(query, table, [&](const Probe& probe) {
        if (!window.is_done()) window.add(search, run, probe);
      });
    }
  }
  if (!window.is_done()) window.scan();
}

template <FingerprintWord Word>
void SnapshotSearch<Word>::keep_live(std::uint32_t run, std::span<const RunHit> hits,
                                     std::vector<Found>& found) const {
  constexpr std::size_t kAhead = 12;  // ids are at random places
  const LiveRun<SortedRun<Word>>& from = snapshot_.runs[run];
  const std::uint64_t* const ids = from.run->parts().ids.numbers.data();
  const bool are_numbers_at_hand =
      snapshot_.memtable->kind() == IdKind::number && from.run->guard() == nullptr;
  const bool may_be_removed = from.dead_count != 0 || view_.removed != 0;
  if (from.run->guard() != nullptr) check_hits(found.size() + hits.size(), snapshot_.entries(view_));
  if (found.empty()) found.reserve(hits.size());
  for (std::size_t i = 0; i < hits.size(); ++i) {
    if (i + kAhead < hits.size()) internal::prefetch(ids + hits[i + kAhead].place);
    const Location location{run, hits[i].place};
    if (may_be_removed && snapshot_.is_removed(view_, location)) continue;
    const std::uint64_t number = are_numbers_at_hand ? ids[hits[i].place] : snapshot_.id(location).number();
    found.push_back({number, hits[i].distance, location});
  }
}

template <FingerprintWord Word>
bool SnapshotSearch<Word>::comes_before(const Found& a, const Found& b) const {
  if (a.distance != b.distance) return a.distance < b.distance;
  if (a.number != b.number) return a.number < b.number;
  // Numbers are all 0 if ids are texts.
  return snapshot_.id(a.location).text() < snapshot_.id(b.location).text();
}

/// Sorts many hits whose ids are numbers: radix-sorts the plain numbers of each distance separately.
template <FingerprintWord Word>
void SnapshotSearch<Word>::build_hits_of_numbers(std::span<const Found> found, std::vector<Hit>& hits) const {
  std::vector<std::size_t> counts(static_cast<std::size_t>(distance_) + 1);
  for (const Found& hit : found) ++counts[hit.distance];
  std::vector<std::vector<std::uint64_t>> numbers(counts.size());
  for (std::size_t distance = 0; distance < counts.size(); ++distance)
    numbers[distance].reserve(counts[distance]);
  for (const Found& hit : found) numbers[hit.distance].push_back(hit.number);
  for (std::size_t distance = 0; distance < counts.size(); ++distance) {
    radix_sort<8>(numbers[distance], [](std::uint64_t number) { return number; });
    for (const std::uint64_t number : numbers[distance])
      hits.push_back({DocumentId(IdRef(number)), static_cast<int>(distance)});
  }
}

template <FingerprintWord Word>
FindResult SnapshotSearch<Word>::build_result(std::vector<Found>& found,
                                              const CandidateBudget& budget) const {
  constexpr std::size_t kMany = 256;
  FindResult result{{}, budget.truncated};
  if (found.empty()) return result;
  result.hits.reserve(found.size());
  const bool numbers = snapshot_.memtable->kind() == IdKind::number;
  if (numbers && found.size() >= kMany) {
    build_hits_of_numbers(found, result.hits);
    return result;
  }
  std::ranges::sort(found, [this](const Found& a, const Found& b) { return comes_before(a, b); });
  for (const Found& hit : found) {
    const IdRef id = numbers ? IdRef(hit.number) : snapshot_.id(hit.location);
    result.hits.push_back({DocumentId(id), static_cast<int>(hit.distance)});
  }
  return result;
}

template <FingerprintWord Word>
std::vector<FindResult> SnapshotSearch<Word>::find_batch(std::span<const Word> queries) const {
  constexpr std::size_t kMostAtOnce = std::size_t{1} << 20;
  std::vector<FindResult> results;
  results.reserve(queries.size());
  for (std::size_t begin = 0; begin < queries.size(); begin += kMostAtOnce) {
    Batch batch{queries.subspan(begin, std::min(kMostAtOnce, queries.size() - begin)), {}, {}};
    batch.hits.reserve(batch.queries.size());
    if (candidate_budget_ != 0) batch.budgets.assign(batch.queries.size(), full_budget());
    for (std::uint32_t run = 0; run < snapshot_.runs.size(); ++run) batch_in_run(run, batch);
    batch_in_memtable(batch);
    radix_sort<4>(batch.hits, [](const auto& hit) { return std::uint64_t{hit.query}; });
    build_results(batch, results);
  }
  return results;
}

template <FingerprintWord Word>
void SnapshotSearch<Word>::build_results(Batch& batch, std::vector<FindResult>& results) const {
  auto next = batch.hits.begin();
  for (std::uint32_t query = 0; query < batch.queries.size(); ++query) {
    batch.found.clear();
    for (; next != batch.hits.end() && next->query == query; ++next) batch.found.push_back(next->found);
    results.push_back(
        build_result(batch.found, batch.budgets.empty() ? CandidateBudget{} : batch.budgets[query]));
  }
}

template <FingerprintWord Word>
void SnapshotSearch<Word>::batch_in_memtable(Batch& batch) const {
  if (view_.added == 0) return;
  CandidateBudget unlimited;
  for (std::uint32_t query = 0; query < batch.queries.size(); ++query) {
    find_in_memtable(batch.queries[query], batch.found,
                     batch.budgets.empty() ? unlimited : batch.budgets[query]);
    batch.keep(query);
  }
}

/// Searches one run for all queries. Collects the probes of a table until there are many, then
/// scans them in memory order.
template <FingerprintWord Word>
void SnapshotSearch<Word>::batch_in_run(std::uint32_t run, Batch& batch) const {
  constexpr std::size_t kMostProbes = std::size_t{1} << 20;
  const RunSearch<Word> search(*snapshot_.runs[run].run, allowances_, distance_);
  CandidateBudget unlimited;
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t query = 0; query < batch.queries.size(); ++query) {
    if (!search.scans() && !search.is_flooded(batch.queries[query])) {
      waiting.push_back(query);
      continue;
    }
    search.scan_all(batch.queries[query], batch.run_hits,
                    batch.budgets.empty() ? unlimited : batch.budgets[query]);
    keep_in_batch(run, query, batch);
  }
  std::vector<std::uint64_t> probes;
  for (std::size_t table = 0; table < snapshot_.runs[run].run->parts().tables.size(); ++table) {
    for (const std::uint32_t query : waiting) {
      search.for_each_probe(batch.queries[query], table, [&](const Probe& probe) {
        probes.push_back(std::uint64_t{probe.key} << 32 | query);
      });
      if (probes.size() >= kMostProbes) scan_probes(run, table, probes, batch);
    }
    scan_probes(run, table, probes, batch);
  }
}

/// Scans the probes of one table. A probe holds the key in the upper half and the query in the
/// lower half. Sorted by key, neighbouring probes find their bucket in the cache.
template <FingerprintWord Word>
void SnapshotSearch<Word>::scan_probes(std::uint32_t run, std::size_t table,
                                       std::vector<std::uint64_t>& probes, Batch& batch) const {
  constexpr std::size_t kAhead = 32;
  constexpr std::size_t kManyCandidates = 64;  // enough cache misses to overlap
  const RunSearch<Word> search(*snapshot_.runs[run].run, allowances_, distance_);
  const KeyField field = snapshot_.runs[run].run->parts().tables[table].field;
  const auto key_of = [](std::uint64_t probe) { return static_cast<std::uint32_t>(probe >> 32); };
  CandidateBudget unlimited;
  Bucket bucket{0, 0};
  radix_sort<4>(probes, [](std::uint64_t probe) { return probe >> 32; });
  for (std::size_t i = 0; i < probes.size(); ++i) {
    if (i + kAhead < probes.size()) {
      search.prefetch({key_of(probes[i + kAhead]), static_cast<std::uint16_t>(table), 0});
      internal::prefetch(&batch.queries[static_cast<std::uint32_t>(probes[i + kAhead])]);
    }
    const auto query = static_cast<std::uint32_t>(probes[i]);
    const Word& word = batch.queries[query];
    const int flips = count_bits(key_of(probes[i]) ^ field.key(word));
    const Probe probe{key_of(probes[i]), static_cast<std::uint16_t>(table),
                      static_cast<std::uint16_t>(flips)};
    CandidateBudget& budget = batch.budgets.empty() ? unlimited : batch.budgets[query];
    if (i == 0 || probe.key != key_of(probes[i - 1])) bucket = search.open(probe);
    search.scan({word, query, batch.run_hits, batch.candidates, budget}, probe, bucket);
    keep_in_batch(run, query, batch);
    if (batch.candidates.size() >= kManyCandidates) look_up_batch(run, batch);
  }
  look_up_batch(run, batch);
  probes.clear();
}

template <FingerprintWord Word>
void SnapshotSearch<Word>::look_up_batch(std::uint32_t run, Batch& batch) const {
  look_up(std::span(batch.candidates), batch.run_hits,
          [&](std::uint32_t query, std::span<const RunHit> hits) {
            keep_live(run, hits, batch.found);
            batch.keep(query);
            check_hits(batch.hits.size(), batch.queries.size() * snapshot_.entries(view_));
          });
  batch.candidates.clear();
}

template <FingerprintWord Word>
void SnapshotSearch<Word>::keep_in_batch(std::uint32_t run, std::uint32_t query, Batch& batch) const {
  if (batch.run_hits.empty()) return;
  keep_live(run, batch.run_hits, batch.found);
  batch.keep(query);
  batch.run_hits.clear();
}

template class SnapshotSearch<std::uint64_t>;
template class SnapshotSearch<Bits128>;

}  // namespace neardup::internal::lsm
