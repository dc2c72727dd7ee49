// The search in one run: probe the buckets that the plan names, scan each, and keep what is near enough.
// Where tables keep tags, what a scan finds are candidates, and their words are looked up in table 0.
//
// A fingerprint near the query may lie in probed buckets of several tables. It is reported by the first of
// them that shows it, which the differing bits alone decide, so there is nothing to remember and nothing to
// deduplicate. A table shows what agrees with the query on the key, but for the allowed bits, and where it
// keeps tags differs from it in at most tag_limit bits of the tag: the same rule for the scan and for the
// question whether another table has reported a fingerprint already. That one of the tables shows it is
// proved at spread_allowances and tag_limit.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "neardup/index/key_flips.h"
#include "neardup/index/plan.h"
#include "neardup/index/run.h"

namespace neardup::index {

struct RunHit {
  std::uint32_t place = 0;  // in table 0
  std::uint32_t distance = 0;
};

/// How many candidates may still be looked at.
struct CandidateBudget {
  std::uint64_t left = std::numeric_limits<std::uint64_t>::max();
  bool truncated = false;

  /// False when `count` more would be too many; then and from then on the answer is not complete.
  [[nodiscard]] bool take(std::uint64_t count) noexcept {
    truncated = truncated || count > left;
    if (!truncated) left -= count;
    return !truncated;
  }
};

template <FingerprintWord Word>
class RunSearch;

/// An entry whose tag is near enough.
template <FingerprintWord Word>
struct Candidate {
  const RunSearch<Word>* search = nullptr;
  const Word* query = nullptr;
  std::uint32_t number = 0;  // whatever the caller knows it by
  std::uint32_t entry = 0;   // of the table; once that is known, the place in table 0
  std::size_t table = 0;
};

/// What one find carries along.
template <FingerprintWord Word>
struct SearchTarget {
  const Word& query;
  std::uint32_t number;  // of its candidates
  std::vector<RunHit>& hits;
  std::vector<Candidate<Word>>& candidates;
  CandidateBudget& budget;
};

/// A bucket to be looked at. No initial values: a find does not clear its list of them.
struct Probe {
  std::uint32_t key;
  std::uint16_t table;
  std::uint16_t flips;  // bits in which the key differs from the query's
};

template <FingerprintWord Word>
class RunSearch {
 public:
  /// The run and the allowances of its tables must outlive the search.
  RunSearch(const Run<Word>& run, const Allowances& allowances, int distance) noexcept
      : run_(&run),
        allowances_(&allowances),
        distance_(distance),
        tag_limit_(tag_limit(distance)),
        scans_(run.scan_is_cheaper(distance)) {}

  /// Whether the buckets of the query hold so much of the run that scanning all of it is cheaper: a candidate
  /// that is met in a later table costs a look-up of its ids if it is a hit, and may be met several times.
  [[nodiscard]] bool is_flooded(const Word& query) const;

  /// Whether scanning all entries is the way; otherwise every entry within the distance is reported by
  /// exactly one of the probes, at once or as a candidate. Hits are appended in no particular order.
  [[nodiscard]] bool scans() const noexcept { return scans_; }
  void scan_all(const Word& query, std::vector<RunHit>& hits, CandidateBudget& budget) const;

  /// One probe in three steps, so that many can be on their way at once: tell the memory where its bucket
  /// starts, see where that is and tell the memory, read the bucket.
  template <typename Visit>
  void for_each_probe(const Word& query, std::size_t table, const Visit& visit) const;
  void announce(const Probe& probe) const noexcept;
  [[nodiscard]] Bucket open(const Probe& probe) const;
  void scan(const SearchTarget<Word>& target, const Probe& probe, Bucket bucket) const;

  /// A candidate in three steps likewise, of which the scan does the first.
  void find_place(Candidate<Word>& candidate) const;
  void judge(const Candidate<Word>& candidate, std::vector<RunHit>& hits) const;

 private:
  using Target = SearchTarget<Word>;
  struct SecondLevel {
    Allowances allowances{};
    std::vector<std::pair<std::size_t, Bucket>> buckets;  // with the piece
    std::size_t candidates = 0;
  };
  [[nodiscard]] SecondLevel open_second_level(const HotBucket<Word>& hot, const Word& query, int flips) const;
  [[nodiscard]] bool scan_second_level(const Target& target, const Probe& probe, Bucket bucket) const;
  void announce(const Candidate<Word>& candidate) const noexcept;
  [[nodiscard]] bool shows(const BlockTable<Word>& table, int allowance,
                           const Word& difference) const noexcept;
  [[nodiscard]] bool reports(std::size_t table, const Word& difference) const noexcept;
  void accept(const Target& target, const Probe& probe, const Word& word, std::uint32_t distance) const;

  const Run<Word>* run_;
  const Allowances* allowances_;
  int distance_;
  int tag_limit_;
  bool scans_;
};

/// Looks candidates up, many on their way at once, and calls keep(number, hits) for each that has hits.
template <FingerprintWord Word, typename Keep>
void look_up(std::span<Candidate<Word>> candidates, std::vector<RunHit>& hits, const Keep& keep) {
  constexpr std::size_t kAtOnce = 64;
  while (!candidates.empty()) {
    const std::span<Candidate<Word>> some = candidates.first(std::min(kAtOnce, candidates.size()));
    for (Candidate<Word>& next : some) next.search->find_place(next);
    for (const Candidate<Word>& next : some) {
      next.search->judge(next, hits);
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

}  // namespace neardup::index
