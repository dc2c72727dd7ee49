#include "neardup/join/hamming/compartment_join.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "neardup/join/hamming/join_plan.h"
#include "neardup/join/hamming/new_pairs.h"
#include "neardup/join/hamming/ordinal_lookup.h"
#include "neardup/join/hamming/value_answer.h"
#include "neardup/join/join_control.h"
#include "neardup/simd/within_kernels.h"
#include "neardup/simd/word_bits.h"
#include "neardup/util/parallel.h"

namespace neardup::internal {

namespace {

// Comparing n fingerprints pair by pair takes n * n / 2 steps of less than a nanosecond; above this
// size that costs more than setting up a join.
constexpr std::size_t kLargeCompartment = 4096;
// The fewest fingerprints of small compartments in a task (except the last one).
constexpr std::size_t kTaskFingerprints = 8192;

/// A fingerprint of a compartment.
template <typename Word>
struct CompartmentMember {
  Word word;
  std::uint32_t ordinal;
};

/// Ordinals grouped by compartment, ascending in each; ends[i] is where compartment i ends.
struct ByCompartment {
  std::vector<std::uint32_t> ordinals;
  std::vector<std::size_t> ends;

  [[nodiscard]] std::span<const std::uint32_t> of(std::size_t compartment) const noexcept {
    const std::size_t begin = compartment == 0 ? 0 : ends[compartment - 1];
    return std::span(ordinals).subspan(begin, ends[compartment] - begin);
  }
};

ByCompartment sort_by_compartment(std::span<const std::uint32_t> compartments) {
  ByCompartment sorted;
  const std::uint32_t largest = compartments.empty() ? 0 : std::ranges::max(compartments);
  sorted.ends.resize(std::size_t{largest} + 1);
  for (const std::uint32_t compartment : compartments) ++sorted.ends[compartment];
  std::size_t sum = 0;
  for (std::size_t& end : sorted.ends) sum += std::exchange(end, sum);
  sorted.ordinals.resize(compartments.size());
  for (std::size_t i = 0; i < compartments.size(); ++i)
    sorted.ordinals[sorted.ends[compartments[i]]++] = static_cast<std::uint32_t>(i);
  return sorted;
}

/// Joins small compartments pair by pair. One per thread.
template <typename Word>
class SmallJoin {
 public:
  SmallJoin(std::span<const Word> fingerprints, std::size_t reference, int max_distance,
            std::uint64_t max_pairs)
      : fingerprints_(fingerprints),
        reference_(reference),
        max_distance_(max_distance),
        max_pairs_(max_pairs),
        hits_(kLargeCompartment) {}

  void join(std::span<const std::uint32_t> ordinals) {
    if (ordinals.size() < 2) return;
    collapse(ordinals);
    for (std::size_t i = 0; i < fresh_ && i + 1 < words_.size(); ++i) {
      if (parts.near.size() > max_pairs_) return;
      const std::size_t found = simd::scan_within(std::span<const Word>(words_).subspan(i + 1), words_[i],
                                                  max_distance_, hits_.data());
      for (const simd::ScanHit& hit : std::span(hits_).first(found)) {
        const auto [first, second] = std::minmax(firsts_[i], firsts_[i + 1 + hit.index]);
        parts.near.push_back({first, second, static_cast<int>(hit.distance)});
      }
      candidates += words_.size() - i - 1;
    }
  }

  NearPairParts parts;  // unsorted
  std::uint64_t candidates = 0;

 private:
  /// Collects the distinct fingerprints, each with its first ordinal, those of new documents first;
  /// reports the other ordinals as copies.
  void collapse(std::span<const std::uint32_t> ordinals) {
    members_.clear();
    for (const std::uint32_t ordinal : ordinals) members_.push_back({fingerprints_[ordinal], ordinal});
    std::ranges::stable_sort(members_, {}, &CompartmentMember<Word>::word);
    words_.clear();
    firsts_.clear();
    fresh_ = 0;
    for (auto begin = members_.begin(), end = begin; begin != members_.end(); begin = end) {
      const std::uint32_t first = begin->ordinal;
      for (end = begin + 1; end != members_.end() && end->word == begin->word; ++end)
        parts.copies.push_back({first, end->ordinal, 0});
      words_.push_back(begin->word);
      firsts_.push_back(first);
      if (std::prev(end)->ordinal < reference_) continue;  // no new document has this fingerprint
      std::swap(words_[fresh_], words_.back());
      std::swap(firsts_[fresh_++], firsts_.back());
    }
  }

  std::span<const Word> fingerprints_;
  std::size_t reference_;
  int max_distance_;
  std::uint64_t max_pairs_;
  std::size_t fresh_ = 0;  // how many of words_ new documents have
  std::vector<CompartmentMember<Word>> members_;
  std::vector<Word> words_;
  std::vector<std::uint32_t> firsts_;
  std::vector<simd::ScanHit> hits_;
};

/// The compartments [begin, end) of one task, which skips the large ones.
struct CompartmentRange {
  std::size_t begin;
  std::size_t end;
  std::size_t fingerprints;  // in small compartments
};

template <typename Word>
class CompartmentJoin {
 public:
  CompartmentJoin(std::span<const Word> fingerprints, std::span<const std::uint32_t> compartments,
                  std::size_t reference, const ByCompartment& sorted, const JoinOptions& options)
      : fingerprints_(fingerprints),
        compartments_of_(compartments),
        reference_(reference),
        sorted_(sorted),
        options_(options),
        control_(options, static_cast<double>(fingerprints.size()) + 1) {}

  [[nodiscard]] NearPairs run() {
    join_small(cut());
    if (control_.overflowed()) return overflowed_answer(fingerprints_, compartments_of_, explained());
    sort_pairs(parts_.near, control_.threads());
    sort_pairs(parts_.copies, control_.threads());
    stats_.copies = parts_.copies.size();
    stats_.value_pairs = parts_.near.size();
    stats_.stopped = control_.stopped();
    if (stats_.stopped) parts_ = {};
    control_.finish();
    return {std::move(parts_), explained()};
  }

 private:
  [[nodiscard]] JoinStats explained() {
    stats_.plan = fmt::format("inside {} compartments, {} of them above {} fingerprints", compartments_,
                              large_, kLargeCompartment);
    return std::move(stats_);
  }

  /// Joins the large compartments right away, each on all threads, and cuts the others into tasks.
  [[nodiscard]] std::vector<CompartmentRange> cut() {
    std::vector<CompartmentRange> tasks;
    CompartmentRange task{};
    for (std::size_t i = 0; i < sorted_.ends.size(); ++i) {
      const std::size_t size = sorted_.of(i).size();
      compartments_ += size > 0 ? 1 : 0;
      if (size > kLargeCompartment) join_large(sorted_.of(i));
      task.fingerprints += size > kLargeCompartment ? 0 : size;
      task.end = i + 1;
      if (task.fingerprints < kTaskFingerprints) continue;
      tasks.push_back(std::exchange(task, {i + 1, i + 1, 0}));
    }
    tasks.push_back(task);
    return tasks;
  }

  void join_large(std::span<const std::uint32_t> ordinals) {
    if (control_.stopped()) return;
    ++large_;
    std::vector<Word> words;
    words.reserve(ordinals.size());
    for (const std::uint32_t ordinal : ordinals) words.push_back(fingerprints_[ordinal]);
    JoinOptions options = options_;
    options.progress = {};  // would report the progress of this compartment only
    const auto old = std::ranges::lower_bound(ordinals, reference_) - ordinals.begin();
    const NearPairs found =
        find_new_near_pairs(std::span<const Word>(words), static_cast<std::size_t>(old), options);
    control_.count_pairs(found.stats().overflowed ? control_.max_pairs() + 1 : found.parts().near.size());
    if (control_.overflowed()) return;
    const auto take = [&](const std::vector<NearPair>& from, std::vector<NearPair>& to) {
      for (const NearPair& pair : from)
        to.push_back({ordinals[pair.first], ordinals[pair.second], pair.distance});
    };
    take(found.parts().near, parts_.near);
    take(found.parts().copies, parts_.copies);
    stats_.candidates += found.stats().candidates;
    stats_.oversized_buckets += found.stats().oversized_buckets;
    control_.advance(static_cast<double>(ordinals.size()), 0);
  }

  void join_small(const std::vector<CompartmentRange>& tasks) {
    std::vector<SmallJoin<Word>> joins(
        static_cast<std::size_t>(control_.threads()),
        SmallJoin<Word>(fingerprints_, reference_, options_.max_distance, control_.max_pairs()));
    run_tasks(control_.threads(), tasks.size(), [&](std::size_t task, int thread) {
      for (std::size_t i = tasks[task].begin; i < tasks[task].end && !control_.stopped(); ++i) {
        if (sorted_.of(i).size() > kLargeCompartment) continue;
        SmallJoin<Word>& join = joins[static_cast<std::size_t>(thread)];
        const std::size_t pairs_before = join.parts.near.size();
        join.join(sorted_.of(i));
        control_.count_pairs(join.parts.near.size() - pairs_before);
      }
      if (!control_.stopped()) control_.advance(static_cast<double>(tasks[task].fingerprints), thread);
    });
    for (const SmallJoin<Word>& join : joins) {
      parts_.near.insert(parts_.near.end(), join.parts.near.begin(), join.parts.near.end());
      parts_.copies.insert(parts_.copies.end(), join.parts.copies.begin(), join.parts.copies.end());
      stats_.candidates += join.candidates;
    }
  }

  std::span<const Word> fingerprints_;
  std::span<const std::uint32_t> compartments_of_;
  std::size_t reference_;
  const ByCompartment& sorted_;
  const JoinOptions& options_;
  JoinControl control_;
  NearPairParts parts_;
  JoinStats stats_;
  std::size_t compartments_ = 0;
  std::size_t large_ = 0;
};

template <typename Word>
NearPairs join_within(std::span<const Word> fingerprints, std::span<const std::uint32_t> compartments,
                      const JoinOptions& options, std::size_t reference) {
  check_size(fingerprints.size());
  // Throws Error for invalid options.
  static_cast<void>(plan_join(simd::kWordBits<Word>, fingerprints.size(), options));
  const ByCompartment sorted = sort_by_compartment(compartments);
  return CompartmentJoin<Word>(fingerprints, compartments, reference, sorted, options).run();
}

}  // namespace

NearPairs find_near_pairs_within(std::span<const std::uint64_t> fingerprints,
                                 std::span<const std::uint32_t> compartments, const JoinOptions& options,
                                 std::size_t reference) {
  return join_within(fingerprints, compartments, options, reference);
}

NearPairs find_near_pairs_within(std::span<const Bits128> fingerprints,
                                 std::span<const std::uint32_t> compartments, const JoinOptions& options,
                                 std::size_t reference) {
  return join_within(fingerprints, compartments, options, reference);
}

}  // namespace neardup::internal
