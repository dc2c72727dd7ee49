// Searches one run: probes the buckets that the plan names, scans each, and keeps what is close enough.
// Where tables keep tags, a scan finds candidates, and their fingerprints are looked up in table 0.
//
// A fingerprint near the query may lie in probed buckets of several tables. Only the first table
// that covers it reports it. The differing bits alone decide which table that is, so there is
// nothing to remember and nothing to deduplicate. A table covers the fingerprints whose key differs
// from the query's in at most the allowed bits and, where it keeps tags, whose tag differs in at
// most tag_limit bits. The scan follows this rule, and so does the test whether an earlier table
// covers a fingerprint. The proof that at least one table covers each fingerprint within the
// distance is in plan.h, at the top and at tag_limit.
//
// Thread-safe: a search only reads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "neardup/index/plan.h"
#include "neardup/index/probing.h"
#include "neardup/index/sorted_run.h"
#include "neardup/util/error.h"

namespace neardup::internal::lsm {

struct RunHit {
  std::uint32_t place = 0;  // in table 0
  std::uint32_t distance = 0;
};

/// Throws Error if there are more hits than entries. Each entry is reported once; only a file with wrong
/// content, whose tables repeat a fingerprint, could multiply the hits.
inline void check_hits(std::size_t hits, std::size_t entries) {
  if (hits > entries)
    throw Error(ErrorCode::corrupt, "index: the tables lead to more hits than there are entries");
}

/// How many more candidates a find may examine.
struct CandidateBudget {
  std::uint64_t left = std::numeric_limits<std::uint64_t>::max();
  bool truncated = false;

  /// Returns false if `count` more would exceed the budget; from then on the answer is incomplete.
  [[nodiscard]] bool take(std::uint64_t count) noexcept {
    truncated = truncated || count > left;
    if (!truncated) left -= count;
    return !truncated;
  }
};

/// Returns whether the entry at a place in table 0 was not removed.
using LiveTest = std::function<bool(std::uint32_t place)>;

template <FingerprintWord Word>
class RunSearch;

/// An entry whose tag is close enough to the query's.
template <FingerprintWord Word>
struct SearchCandidate {
  const RunSearch<Word>* search = nullptr;
  const Word* query = nullptr;
  std::uint32_t number = 0;  // the caller's name for it
  std::uint32_t entry = 0;   // an entry of the table; after find_place, a place in table 0
  std::size_t table = 0;
};

/// The query of one find, and where its results go.
template <FingerprintWord Word>
struct SearchTarget {
  const Word& query;
  std::uint32_t number;  // passed on to its candidates
  std::vector<RunHit>& hits;
  std::vector<SearchCandidate<Word>>& candidates;
  CandidateBudget& budget;
};

/// A bucket to scan. Has no initial values, so that a find need not clear its list of probes.
struct Probe {
  std::uint32_t key;
  std::uint16_t table;
  std::uint16_t flips;  // bits in which the key differs from the query's
};

template <FingerprintWord Word>
class RunSearch {
 public:
  /// The run and the allowances must outlive the search.
  RunSearch(const SortedRun<Word>& run, const Allowances& allowances, int distance) noexcept
      : run_(&run),
        allowances_(&allowances),
        distance_(distance),
        tag_limit_(tag_limit(distance)),
        scans_(run.scan_is_cheaper(distance)) {}

  /// Returns whether the buckets of the query hold so much of the run that scanning all of it is cheaper. A
  /// candidate of a later table costs a look-up of its ids if it is a hit, and may come up several times.
  [[nodiscard]] bool is_flooded(const Word& query) const;

  /// Returns whether to call scan_all. If not, exactly one of the probes reports each entry within
  /// the distance, at once or as a candidate. Hits are appended in no particular order.
  [[nodiscard]] bool scans() const noexcept { return scans_; }
  void scan_all(const Word& query, std::vector<RunHit>& hits, CandidateBudget& budget) const;

  /// Returns the first entry of the run within the distance for which is_live(place) is true.
  [[nodiscard]] std::optional<RunHit> scan_for_first(const Word& query, const LiveTest& is_live) const;

  /// Examines a few entries of each hot bucket of the query, spread evenly, and returns the first that is
  /// within the distance and for which is_live(place) is true. Where the query lies in a large cluster, a
  /// look at one entry is nearly always enough; otherwise this may miss entries within the distance.
  [[nodiscard]] std::optional<RunHit> sample_hot_buckets(const Word& query, const LiveTest& is_live) const;

  /// A probe takes three steps, so that many can be in flight at once: prefetch fetches the start of
  /// the bucket, open reads it and prefetches the bucket, scan reads the bucket.
  template <typename Visit>
  void for_each_probe(const Word& query, std::size_t table, const Visit& visit) const;
  void prefetch(const Probe& probe) const noexcept;
  [[nodiscard]] Bucket open(const Probe& probe) const;
  void scan(const SearchTarget<Word>& target, const Probe& probe, Bucket bucket) const;

  /// A candidate takes three steps as well: scan prefetches its place, find_place reads that and
  /// prefetches its fingerprint, verify computes the distance and appends the hits.
  void find_place(SearchCandidate<Word>& candidate) const;
  void verify(const SearchCandidate<Word>& candidate, std::vector<RunHit>& hits) const;

 private:
  using Target = SearchTarget<Word>;
  struct SecondLevel {
    Allowances allowances{};
    std::vector<std::pair<std::size_t, Bucket>> buckets;  // (piece, bucket of that piece)
    std::size_t candidates = 0;
  };
  [[nodiscard]] SecondLevel open_second_level(const HotBucket<Word>& hot, const Word& query, int flips) const;
  [[nodiscard]] bool scan_second_level(const Target& target, const Probe& probe, Bucket bucket) const;
  [[nodiscard]] std::optional<RunHit> sample_hot_bucket(const HotBucket<Word>& hot, const Probe& probe,
                                                        const Word& query, const LiveTest& is_live) const;
  void prefetch(const SearchCandidate<Word>& candidate) const noexcept;
  [[nodiscard]] bool covers(const BlockTable<Word>& table, int allowance,
                            const Word& difference) const noexcept;
  [[nodiscard]] bool is_first_to_cover(std::size_t table, const Word& difference) const noexcept;
  void accept(const Target& target, const Probe& probe, const Word& word, std::uint32_t distance) const;

  const SortedRun<Word>* run_;
  const Allowances* allowances_;
  int distance_;
  int tag_limit_;
  bool scans_;
};

/// Verifies the candidates with many look-ups in flight at once. Calls keep(number, hits) for each
/// that has hits.
template <FingerprintWord Word, typename Keep>
void look_up(std::span<SearchCandidate<Word>> candidates, std::vector<RunHit>& hits, const Keep& keep) {
  constexpr std::size_t kAtOnce = 64;
  while (!candidates.empty()) {
    const std::span<SearchCandidate<Word>> some = candidates.first(std::min(kAtOnce, candidates.size()));
    for (SearchCandidate<Word>& next : some) next.search->find_place(next);
    for (const SearchCandidate<Word>& next : some) {
      next.search->verify(next, hits);
      if (hits.empty()) continue;
      keep(next.number, hits);
      hits.clear();
    }
    candidates = candidates.subspan(some.size());
  }
}

extern template class RunSearch<std::uint64_t>;
extern template class RunSearch<Bits128>;

template <FingerprintWord Word>
template <typename Visit>
void RunSearch<Word>::for_each_probe(const Word& query, std::size_t table, const Visit& visit) const {
  const KeyField field = run_->parts().tables[table].field;
  for_each_near_key(field.key(query), field.bits, (*allowances_)[table], [&](std::uint32_t key, int flips) {
    visit(Probe{key, static_cast<std::uint16_t>(table), static_cast<std::uint16_t>(flips)});
    return true;
  });
}

}  // namespace neardup::internal::lsm
