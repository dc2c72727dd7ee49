// The memtable of a SimilarityIndex: adds and removes go here first (memtable_base.h). For every band, entries
// whose keys have the same leading bits form a chain, newest first. A find gives up on chains that a cluster
// has made long and compares the keys of all entries instead, which is bounded.
//
// Thread-safe for one writer and any number of readers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "neardup/index/column.h"
#include "neardup/index/memtable_base.h"
#include "neardup/index/similarity_run.h"
#include "neardup/index/sketched_entry.h"
#include "neardup/sketch/sketch_plan.h"

namespace neardup::internal::lsm {

class SimilarityMemtable : public MemtableBase {
 public:
  SimilarityMemtable(const SketchPlan& plan, const MemoryPool& pool, IdKind kind, std::uint32_t capacity);

  /// Prefetches what a find reads first.
  void prefetch(View view, const BandKeys& keys) const noexcept;

  /// Returns the entries that agree with the keys in enough bands, removed ones included, each once.
  [[nodiscard]] std::vector<std::uint32_t> find(View view, const BandKeys& keys) const;

  /// Calls visit(place) for these entries until it returns false. May visit an entry twice.
  template <typename Visit>
  void find_until(View view, const BandKeys& keys, const Visit& visit) const {
    if (follow_chains(view, keys, visit) == Way::gave_up) scan(view, keys, visit);
  }

  [[nodiscard]] PackedSet set(std::uint32_t place) const { return parse_set(sets_[place]); }
  [[nodiscard]] std::string_view packed_set(std::uint32_t place) const noexcept { return sets_[place]; }

  /// Stages a new entry. REQUIRES: has_room()
  void stage_add(const SketchedEntry& entry, const IdRef& id, std::uint64_t hash);

  [[nodiscard]] NewSimilarEntries live_entries(View view) const;
  [[nodiscard]] std::size_t bytes() const noexcept;

 private:
  enum class Way { done, stopped, gave_up };

  /// Copies a set to where it stays as long as the memtable.
  [[nodiscard]] std::string_view keep_set(std::string_view set);
  void begin_piece(std::size_t least);
  [[nodiscard]] const std::uint32_t* keys_at(std::uint32_t place) const noexcept {
    return keys_.data() + place * bands_;
  }
  [[nodiscard]] bool is_candidate(std::uint32_t place, const BandKeys& keys) const noexcept;
  [[nodiscard]] bool is_first_equal(std::uint32_t place, const BandKeys& keys,
                                    std::size_t band) const noexcept;

  template <typename Visit>
  [[nodiscard]] Way follow_chains(View view, const BandKeys& keys, const Visit& visit) const {
    std::size_t steps = 0;
    if (view.added == 0) return Way::done;
    for (std::size_t band = 0; band < bands_; ++band) {
      const EntryChains& chains = chains_[band];
      for (std::uint32_t link = chains.first(keys[band] >> shift_); link != 0; link = chains.after(link)) {
        if (++steps > view.added + kFewSteps) return Way::gave_up;
        const std::uint32_t place = link - 1;
        if (place >= view.added) continue;  // newer than the view
        if (is_first_equal(place, keys, band) && is_candidate(place, keys) && !visit(place)) {
          return Way::stopped;
        }
      }
    }
    return Way::done;
  }

  template <typename Visit>
  void scan(View view, const BandKeys& keys, const Visit& visit) const {
    for (std::uint32_t place = 0; place < view.added; ++place) {
      if (is_candidate(place, keys) && !visit(place)) return;
    }
  }

  static constexpr std::size_t kFewSteps = 64;

  std::size_t bands_;
  int equal_bands_;
  int shift_;
  PoolArray<std::uint32_t> keys_;          // of all bands of an entry, then of the next entry
  PoolArray<std::string_view> sets_;       // packed, in set_pieces_
  std::vector<Column<char>> full_pieces_;  // as far as they are filled
  std::shared_ptr<void> last_piece_;
  std::span<char> free_;    // the rest of the last piece
  std::size_t filled_ = 0;  // of the last piece
  std::atomic<std::size_t> set_bytes_ = 0;
  std::vector<EntryChains> chains_;  // one per band
};

}  // namespace neardup::internal::lsm
