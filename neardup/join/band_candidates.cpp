#include "neardup/join/band_candidates.h"

#include <algorithm>
#include <iterator>

#include "neardup/join/key_groups.h"
#include "neardup/join/overlap_bound.h"
#include "neardup/util/prefetch.h"

namespace neardup {

namespace {

constexpr std::size_t kSmallGroup = 48;     // pair by pair is faster than splitting
constexpr std::size_t kCrowdedGroup = 256;  // from here on the exact join costs less a document

/// The groups of one thread.
class GroupJoin {
 public:
  GroupJoin(const PairFilter& filter, CandidateStore& store, int thread)
      : filter_(filter), sketches_(filter.sketches()), store_(store), thread_(thread) {}

  /// Documents that agree in this band.
  void take(std::span<const std::uint32_t> documents, std::size_t band) {
    if (documents.size() <= kSmallGroup || sketches_.plan().equal_bands == 1) {
      return compare_all(documents, band);
    }
    for (std::size_t earlier = 0; earlier < band; ++earlier) split(documents, earlier, band);
  }

  [[nodiscard]] bool is_crowded(std::uint32_t document) const {
    return !crowded_.empty() && crowded_[document];
  }

 private:
  /// Compares those documents of the group that agree in an earlier band as well.
  void split(std::span<const std::uint32_t> documents, std::size_t earlier, std::size_t band) {
    words_.clear();
    for (const std::uint32_t document : documents) {
      words_.push_back(std::uint64_t{sketches_.keys(document)[earlier]} << 32 | document);
    }
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

  void compare_all(std::span<const std::uint32_t> documents, std::size_t band) {
    if (documents.size() > kCrowdedGroup) {
      crowded_.resize(sketches_.size());
      for (const std::uint32_t document : documents) crowded_[document] = true;
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

  /// Adds the pair if this band is the one that makes it a candidate.
  void compare(std::uint32_t a, std::uint32_t b, std::size_t band) {
    const std::uint32_t* const keys_a = sketches_.keys(a);
    const std::uint32_t* const keys_b = sketches_.keys(b);
    int earlier = 0;
    for (std::size_t i = 0; i < band; ++i) earlier += keys_a[i] == keys_b[i] ? 1 : 0;
    if (earlier + 1 == sketches_.plan().equal_bands && filter_.allows(a, b)) store_.add(a, b, thread_);
  }

  const PairFilter& filter_;
  const SketchTable& sketches_;
  CandidateStore& store_;
  int thread_;
  std::vector<std::uint64_t> words_;    // scratch of split
  std::vector<std::uint32_t> part_;     // scratch of split
  std::vector<std::uint64_t> by_size_;  // scratch of compare_all: size, document
  std::vector<bool> crowded_;           // by document; empty while there is none
};

std::vector<std::uint32_t> all_crowded(std::span<const std::uint32_t> documents,
                                       const std::vector<GroupJoin>& joins) {
  std::vector<std::uint32_t> crowded;
  std::ranges::copy_if(documents, std::back_inserter(crowded), [&](std::uint32_t document) {
    return std::ranges::any_of(joins, [&](const GroupJoin& join) { return join.is_crowded(document); });
  });
  return crowded;
}

}  // namespace

std::vector<std::uint32_t> find_band_candidates(std::span<const std::uint32_t> documents,
                                                const PairFilter& filter, CandidateStore& store,
                                                JoinControl& control) {
  const SketchTable& sketches = filter.sketches();
  const std::span<const std::uint32_t> compartments = filter.options().compartments;
  std::vector<GroupJoin> joins;
  for (int thread = 0; thread < control.threads(); ++thread) joins.emplace_back(filter, store, thread);
  KeyGroups groups(documents, control);
  const auto bands = static_cast<std::size_t>(sketches.plan().bands);
  for (std::size_t band = 0; band < bands && !control.stopped(); ++band) {
    const auto key_of = [&](std::uint32_t document) {
      constexpr std::uint32_t kGoldenRatio = 0x9E3779B9;  // separates equal keys of different compartments
      constexpr std::size_t kAhead =
          32;  // documents rise, a line or more apart: too far for the machine itself
      prefetch(sketches.keys(std::min(document + kAhead, sketches.size() - 1)) + band);
      const std::uint32_t compartment = compartments.empty() ? 0 : compartments[document];
      return sketches.keys(document)[band] ^ compartment * kGoldenRatio;
    };
    groups.for_each(
        key_of,
        [&](std::span<const std::uint32_t> group, int thread) {
          joins[static_cast<std::size_t>(thread)].take(group, band);
        },
        [&](std::uint32_t document) { sketches.prefetch(document, band); });
  }
  return all_crowded(documents, joins);
}

}  // namespace neardup
