// The search in one run: probe the buckets that the plan names, scan each, and keep what is near enough.
//
// A fingerprint near the query may lie in probed buckets of several tables. It is reported by the first of
// them only, which the differing bits alone decide, so there is nothing to remember and nothing to
// deduplicate.
#pragma once

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

/// A bucket to be looked at.
struct Probe {
  std::uint32_t key = 0;
  std::uint16_t table = 0;
  std::uint16_t flips = 0;  // bits in which the key differs from the query's
};

template <FingerprintWord Word>
class RunSearch {
 public:
  /// The run and the allowances of its tables must outlive the search.
  RunSearch(const Run<Word>& run, const Allowances& allowances, int distance) noexcept
      : run_(&run), allowances_(&allowances), distance_(distance), scans_(run.scan_is_cheaper(distance)) {}

  /// Whether the buckets of the query hold so much of the run that scanning all of it is cheaper: a candidate
  /// that is met in a later table costs a look-up of its ids if it is a hit, and may be met several times.
  [[nodiscard]] bool is_flooded(const Word& query) const;

  /// Whether scanning all entries is the way; otherwise every entry within the distance is reported by
  /// exactly one of the probes. Hits are appended in no particular order.
  [[nodiscard]] bool scans() const noexcept { return scans_; }
  void scan_all(const Word& query, std::vector<RunHit>& hits, CandidateBudget& budget) const;

  /// One probe in three steps, so that many can be on their way at once: tell the memory where its bucket
  /// starts, see where that is and tell the memory, read the bucket.
  template <typename Visit>
  void for_each_probe(const Word& query, std::size_t table, const Visit& visit) const;
  void announce(const Probe& probe) const noexcept;
  [[nodiscard]] Bucket open(const Probe& probe) const;
  void scan(const Word& query, const Probe& probe, Bucket bucket, std::vector<RunHit>& hits,
            CandidateBudget& budget) const;

 private:
  struct Target;
  struct SecondLevel {
    Allowances allowances{};
    std::vector<std::pair<std::size_t, Bucket>> buckets;  // with the piece
    std::size_t candidates = 0;
  };
  [[nodiscard]] SecondLevel open_second_level(const HotBucket<Word>& hot, const Word& query, int flips) const;
  [[nodiscard]] bool scan_second_level(const Target& target, const Probe& probe, Bucket bucket) const;
  void accept(const Target& target, const Probe& probe, const Word& word, std::uint32_t distance) const;

  const Run<Word>* run_;
  const Allowances* allowances_;
  int distance_;
  bool scans_;
};

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
