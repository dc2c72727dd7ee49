#include "neardup/join/similarity/shingle_order.h"

#include "neardup/util/parallel.h"

namespace neardup::internal {

namespace {

/// Returns a bound below which about `wanted` of `count` hashes lie, rather a few more.
std::uint64_t likely_bound(std::size_t wanted, std::size_t count) {
  const double share = (1.2 * static_cast<double>(wanted) + 6) / static_cast<double>(count);
  return share < 0.999 ? static_cast<std::uint64_t>(share * 0x1p64) : ~std::uint64_t{0};
}

/// Moves the `wanted` smallest hashes to the front. For short lists it counts how many hashes are
/// smaller than each, which has no branches to guess.
void select_smallest(std::size_t wanted, std::vector<std::uint64_t>& hashes) {
  constexpr std::size_t kShort = 64;
  if (wanted >= hashes.size()) return;
  if (hashes.size() > kShort) {
    std::ranges::nth_element(hashes, hashes.begin() + static_cast<std::ptrdiff_t>(wanted));
    return;
  }
  std::array<std::uint64_t, kShort> list;
  std::ranges::copy(hashes, list.begin());
  std::size_t taken = 0;
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    std::uint64_t smaller = 0;
    for (std::size_t j = 0; j < hashes.size(); ++j) smaller += list[j] < list[i] ? 1 : 0;
    hashes.data()[taken] = list[i];
    taken += smaller < wanted ? 1 : 0;
  }
}

/// Stores the shingles of the class up to the bound.
void take_class(std::span<const std::uint64_t> set, std::span<const std::uint8_t> classes,
                std::size_t frequency, std::uint64_t bound, std::vector<std::uint64_t>& taken) {
  taken.resize(set.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < set.size(); ++i) {
    taken.data()[count] = set.data()[i];
    count += classes.data()[i] == frequency && set.data()[i] <= bound ? 1 : 0;
  }
  taken.resize(count);
}

}  // namespace

ShingleOrder::ShingleOrder(const ShingleOrderInput& input, std::span<const std::uint32_t> sample,
                           bool is_everything)
    : min_similarity_(input.min_similarity), is_everything_(is_everything) {
  constexpr std::size_t kTask = 64;
  std::uint64_t occurrences = 0;
  for (const std::uint32_t document : sample) occurrences += input.sketches.shingles(document);
  ShingleCounts counts(occurrences);
  run_tasks(input.threads, (sample.size() + kTask - 1) / kTask, [&](std::size_t task, int) {
    const auto some = sample.subspan(task * kTask, std::min(kTask, sample.size() - task * kTask));
    input.batches(some, [&counts](std::size_t, std::span<const std::uint64_t> set) {
      for (const std::uint64_t shingle : set) counts.add(shingle);
    });
  });
  frequencies_ = counts.frequencies();
}

void ShingleOrder::take_prefix(std::span<const std::uint64_t> set, PrefixScratch& scratch,
                               ShinglePrefix& prefix) const {
  const std::size_t length = PrefixTable::prefix_length(set.size(), min_similarity_);
  std::vector<std::uint8_t>& classes = scratch.classes;
  classes.resize(set.size());
  std::array<std::uint32_t, ShingleFrequencies::kClasses + 1> starts{};  // positions at which classes begin
  for (std::size_t i = 0; i < set.size(); ++i) {
    classes.data()[i] = frequencies_.of(set[i]);
    ++starts[classes.data()[i] + std::size_t{1}];
  }
  std::size_t last = 0;  // the class in which the prefix ends
  for (; starts[last] + starts[last + 1] < length; ++last) starts[last + 1] += starts[last];
  prefix.set_size = static_cast<std::uint32_t>(set.size());
  prefix.shingles.clear();
  const bool skips_once = is_everything_;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const std::size_t frequency = classes.data()[i];
    if (frequency < last && !(skips_once && frequency == ShingleFrequencies::kOnce))
      prefix.shingles.push_back({set[i], starts[frequency]});
  }
  std::ranges::sort(prefix.shingles, {}, &PrefixShingle::position);
  if (skips_once && last == ShingleFrequencies::kOnce) return;
  const std::size_t wanted = length - starts[last];
  take_class(set, classes, last, likely_bound(wanted, starts[last + 1]), scratch.shingles);
  if (scratch.shingles.size() < wanted) take_class(set, classes, last, ~std::uint64_t{0}, scratch.shingles);
  select_smallest(wanted, scratch.shingles);
  for (const std::uint64_t shingle : std::span(scratch.shingles).first(wanted))
    prefix.shingles.push_back({shingle, starts[last]});
}

}  // namespace neardup::internal
