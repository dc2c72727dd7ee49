#include "neardup/join/similarity/band_candidates.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "neardup/join/similarity/key_groups.h"
#include "neardup/join/similarity/pair_runs.h"
#include "neardup/sketch/overlap_bound.h"
#include "neardup/util/hash_spread.h"
#include "neardup/util/prefetch.h"

namespace neardup::internal {

namespace {

constexpr std::size_t kSmallGroup = 48;     // up to here, comparing all pairs is faster than splitting
constexpr std::size_t kCrowdedGroup = 256;  // above, the prefix filter costs less per document
constexpr std::size_t kSortedGroup = 64;    // above, keys are counted before they are sorted

/// Counts how often each key occurs.
class KeyCounter {
 public:
  void count(std::span<const std::uint64_t> words) {
    const std::size_t capacity = std::bit_ceil(2 * words.size());
    shift_ = 64 - std::countr_zero(capacity);
    counters_.assign(capacity, {});
    for (const std::uint64_t word : words) ++slot(word >> 32).count;
  }
  [[nodiscard]] std::uint32_t of(std::uint64_t word) { return slot(word >> 32).count; }

 private:
  struct Counter {
    std::uint32_t key;
    std::uint32_t count;
  };
  Counter& slot(std::uint64_t key) {
    const std::size_t mask = counters_.size() - 1;
    std::size_t slot = spread_hash(key, shift_);
    while (counters_.data()[slot].count != 0 && counters_.data()[slot].key != key) slot = (slot + 1) & mask;
    counters_.data()[slot].key = static_cast<std::uint32_t>(key);
    return counters_.data()[slot];
  }

  std::vector<Counter> counters_;
  int shift_ = 0;
};

/// Compares the documents of groups. One per thread.
class GroupJoin {
 public:
  GroupJoin(const PairFilter& filter, std::size_t largest_group, const CrowdedGroups& known,
            CandidateStore& store, PairRuns* runs, int thread)
      : filter_(filter),
        sketches_(filter.sketches()),
        largest_group_(largest_group),
        known_(known),
        store_(store),
        runs_(runs),
        thread_(thread) {}

  /// Takes a group of documents that agree in this band.
  void take(std::span<const std::uint32_t> documents, std::size_t band) {
    if (documents.size() <= std::min(kSmallGroup, largest_group_) || sketches_.plan().equal_bands == 1) {
      return runs_ == nullptr ? compare_all(documents, band) : note_all(documents, band);
    }
    if (runs_ != nullptr) large_.insert(large_.end(), documents.begin(), documents.end());
    // Bands do not report pairs of two dense documents, so a group of dense documents has nothing
    // to add, except that a large group may still make them crowded. `known_` comes from earlier
    // bands only, so the result is the same for any number of threads.
    const std::vector<bool>& known = documents.size() > kCrowdedGroup ? known_.crowded : known_.dense;
    if (std::ranges::all_of(documents, [&](std::uint32_t document) { return known[document]; })) return;
    for (std::size_t earlier = 0; earlier < band; ++earlier) split(documents, earlier, band);
  }

  /// Moves the marks that this band has set to `known`, where all threads see them.
  void tell(CrowdedGroups& known) {
    for (const std::uint32_t document : dense_) known.dense[document] = true;
    for (const std::uint32_t document : crowded_) known.crowded[document] = true;
    for (const std::uint32_t document : large_) known.large[document] = true;
    dense_.clear();
    crowded_.clear();
    large_.clear();
  }

 private:
  /// Adds the pairs of a small group to the runs, which count the bands that they share. The runs do not know of the
  /// bands that two documents share in large groups, so such pairs are compared at once.
  void note_all(std::span<const std::uint32_t> documents, std::size_t band) {
    if (documents.size() > largest_group_) return compare_all(documents, band);
    for (std::size_t i = 0; i < documents.size(); ++i) {
      for (std::size_t j = i + 1; j < documents.size(); ++j) {
        if (known_.large[documents[i]] && known_.large[documents[j]]) {
          compare_all(std::array{documents[i], documents[j]}, band);
        } else {
          runs_->add(documents[i], documents[j], thread_);
        }
      }
    }
  }

  /// Compares those documents of the group that also agree in an earlier band.
  void split(std::span<const std::uint32_t> documents, std::size_t earlier, std::size_t band) {
    words_.clear();
    for (const std::uint32_t document : documents) {
      words_.push_back(std::uint64_t{sketches_.keys(document)[earlier]} << 32 | document);
    }
    if (words_.size() > kSortedGroup) take_out_crowded();
    std::ranges::sort(words_);
    for (std::size_t begin = 0; begin < words_.size();) {
      part_.clear();
      const std::uint64_t key = words_[begin] >> 32;
      for (; begin < words_.size() && words_[begin] >> 32 == key; ++begin) {
        part_.push_back(static_cast<std::uint32_t>(words_[begin]));
      }
      if (part_.size() > 1) compare_all(part_, band);
    }
  }

  /// Drops keys that occur once, and marks and drops those of crowded groups, so that a cluster of
  /// a million documents is not sorted for every pair of bands.
  void take_out_crowded() {
    counter_.count(words_);
    std::erase_if(words_, [this](std::uint64_t word) {
      const std::uint32_t count = counter_.of(word);
      if (count > kCrowdedGroup) mark(static_cast<std::uint32_t>(word), true);
      return count == 1 || count > kCrowdedGroup;
    });
  }

  void mark(std::uint32_t document, bool is_crowded) {
    if (!known_.dense[document]) dense_.push_back(document);
    if (is_crowded && !known_.crowded[document]) crowded_.push_back(document);
  }

  void compare_all(std::span<const std::uint32_t> documents, std::size_t band) {
    if (documents.size() > largest_group_) {
      for (const std::uint32_t document : documents) mark(document, documents.size() > kCrowdedGroup);
      return;
    }
    by_size_.clear();
    for (const std::uint32_t document : documents) {
      by_size_.push_back(std::uint64_t{sketches_.shingles(document)} << 32 | document);
    }
    std::ranges::sort(by_size_);
    for (std::size_t i = 0; i < by_size_.size(); ++i) {
      for (std::size_t j = i + 1; j < by_size_.size() && sizes_fit(i, j); ++j) {
        compare(static_cast<std::uint32_t>(by_size_[i]), static_cast<std::uint32_t>(by_size_[j]), band);
      }
    }
  }

  [[nodiscard]] bool sizes_fit(std::size_t smaller, std::size_t larger) const noexcept {
    return sizes_allow(by_size_.data()[smaller] >> 32, by_size_.data()[larger] >> 32,
                       filter_.options().min_similarity);
  }

  /// Adds the pair if this band is the one that makes it a candidate, unless both documents are
  /// dense: the prefix filter or the caller finds those pairs.
  void compare(std::uint32_t a, std::uint32_t b, std::size_t band) {
    const std::uint32_t* const keys_a = sketches_.keys(a);
    const std::uint32_t* const keys_b = sketches_.keys(b);
    int earlier = 0;
    for (std::size_t i = 0; i < band; ++i) earlier += keys_a[i] == keys_b[i] ? 1 : 0;
    if (earlier + 1 != sketches_.plan().equal_bands || (known_.dense[a] && known_.dense[b])) return;
    if (filter_.allows(a, b)) store_.add(a, b, thread_);
  }

  const PairFilter& filter_;
  const SketchTable& sketches_;
  std::size_t largest_group_;
  const CrowdedGroups& known_;  // from earlier bands
  CandidateStore& store_;
  PairRuns* runs_;  // null: pairs are compared at once
  int thread_;
  KeyCounter counter_;
  std::vector<std::uint64_t> words_;    // scratch of split: (key, document)
  std::vector<std::uint32_t> part_;     // scratch of split
  std::vector<std::uint64_t> by_size_;  // scratch of compare_all: (size, document)
  std::vector<std::uint32_t> dense_;    // marked dense in this band
  std::vector<std::uint32_t> large_;    // in a large group of this band; only with runs
  std::vector<std::uint32_t> crowded_;  // marked crowded in this band
};

/// Adds the pairs that share enough bands to the store, as comparing them would have done.
void add_counted_pairs(const PairRuns& runs, const PairFilter& filter, const std::vector<bool>& dense,
                       CandidateStore& store, JoinControl& control) {
  const SketchTable& sketches = filter.sketches();
  runs.for_each(
      sketches.plan().equal_bands,
      [&](std::uint32_t a, std::uint32_t b, int thread) {
        const auto [smaller, larger] = std::minmax(sketches.shingles(a), sketches.shingles(b));
        const bool fits = sizes_allow(smaller, larger, filter.options().min_similarity);
        if (fits && !(dense[a] && dense[b]) && filter.allows(a, b)) store.add(a, b, thread);
      },
      control);
}

}  // namespace

int equal_bands(const SketchTable& sketches, std::uint32_t a, std::uint32_t b) noexcept {
  const std::uint32_t* const keys_a = sketches.keys(a);
  const std::uint32_t* const keys_b = sketches.keys(b);
  int equal = 0;
  for (int band = 0; band < sketches.plan().bands; ++band) equal += keys_a[band] == keys_b[band] ? 1 : 0;
  return equal;
}

CrowdedGroups find_band_candidates(std::span<const std::uint32_t> documents, const PairFilter& filter,
                                   std::size_t largest_group, CandidateStore& store, JoinControl& control) {
  const SketchTable& sketches = filter.sketches();
  const std::span<const std::uint32_t> compartments = filter.options().compartments;
  CrowdedGroups known{std::vector<bool>(sketches.size()), std::vector<bool>(sketches.size())};
  std::optional<PairRuns> runs;
  if (sketches.is_paged()) {
    runs.emplace(sketches.size(), filter.options().memory, control.threads());
    known.large.resize(sketches.size());
  }
  std::vector<GroupJoin> joins;
  for (int thread = 0; thread < control.threads(); ++thread)
    joins.emplace_back(filter, largest_group, known, store, runs ? &*runs : nullptr, thread);
  KeyGroups groups(documents, control, filter.options().memory);
  const auto bands = static_cast<std::size_t>(sketches.plan().bands);
  for (std::size_t band = 0; band < bands && !control.stopped(); ++band) {
    const auto key_of = [&](std::uint32_t document) {
      // Separates equal keys of different compartments.
      constexpr std::uint32_t kGoldenRatio32 = kGoldenRatio >> 32;
      // Documents ascend, a cache line or more apart: too far for the hardware prefetcher.
      constexpr std::size_t kAhead = 32;
      prefetch(sketches.keys(std::min(document + kAhead, sketches.size() - 1)) + band);
      const std::uint32_t compartment = compartments.empty() ? 0 : compartments[document];
      return sketches.keys(document)[band] ^ compartment * kGoldenRatio32;
    };
    groups.for_each(
        key_of,
        [&](std::span<const std::uint32_t> group, int thread) {
          joins[static_cast<std::size_t>(thread)].take(group, band);
        },
        [&](std::uint32_t document) { sketches.prefetch(document, band); });
    for (GroupJoin& join : joins) join.tell(known);
  }
  if (runs) add_counted_pairs(*runs, filter, known.dense, store, control);
  return known;
}

}  // namespace neardup::internal
