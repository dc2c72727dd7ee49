// The memtable of a HammingIndex: adds and removes go here first (memtable_base.h).
//
// For every block of the plan, entries with the same key form a chain, newest first, so that a find
// examines a few entries of thousands. A find gives up on chains that an attacker has made long and
// scans all entries instead, which is bounded.
//
// Thread-safe for one writer and any number of readers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "neardup/index/memtable_base.h"
#include "neardup/index/merge.h"
#include "neardup/index/plan.h"
#include "neardup/index/word.h"
#include "neardup/simd/within_kernels.h"

namespace neardup::internal::lsm {

/// The entries of a memtable, chained by the key in one field.
struct FieldChains {
  KeyField field;
  EntryChains chains;
};

template <FingerprintWord Word>
class Memtable : public MemtableBase {
 public:
  Memtable(const Plan& plan, const MemoryPool& pool, IdKind kind, std::uint32_t capacity);

  [[nodiscard]] std::span<const Word> fingerprints(View view) const noexcept {
    return {fingerprints_.data(), view.added};
  }

  /// Appends the entries within the distance, removed ones included. Returns how many entries it examined.
  std::size_t find(View view, const Word& query, int distance, std::vector<simd::ScanHit>& hits) const;

  /// Sets `hit` to the first entry within the distance that it meets and that was not removed, if there is
  /// one, and goes no further. Returns how many entries it examined.
  std::size_t find_first(View view, const Word& query, int distance, std::optional<simd::ScanHit>& hit) const;

  /// Prefetches what a find reads first.
  void prefetch(const Word& query) const noexcept;

  /// Stages a new entry. REQUIRES: has_room()
  void stage_add(const Word& word, const IdRef& id, std::uint64_t hash);

  [[nodiscard]] NewEntries<Word> live_entries(View view) const;
  [[nodiscard]] std::size_t bytes() const noexcept;

 private:
  template <typename Visit>
  [[nodiscard]] std::optional<std::size_t> follow_chains(View view, const Word& query, int distance,
                                                         const Visit& visit) const;
  [[nodiscard]] bool is_seen_before(std::size_t table, const Allowances& allowances,
                                    const Word& difference) const noexcept;

  PoolArray<Word> fingerprints_;
  std::vector<FieldChains> chains_;  // one per block of the plan, empty if the plan scans
};

extern template class Memtable<std::uint64_t>;
extern template class Memtable<Bits128>;

}  // namespace neardup::internal::lsm
