#include "neardup/join/similarity/shingle_order.h"

#include "neardup/util/parallel.h"

namespace neardup::internal {

namespace {

/// Returns the `wanted` smallest hashes of a list, which it reorders. Hashes are evenly
/// distributed, so a bound rules out most of those that are too large.
std::span<const std::uint64_t> least(std::size_t wanted, std::vector<std::uint64_t>& hashes) {
  if (wanted == hashes.size()) return hashes;
  const double share = 1.4 * static_cast<double>(wanted + 4) / static_cast<double>(hashes.size());
  const auto bound = static_cast<std::uint64_t>(std::min(share, 0.999) * 0x1p64);
  const auto middle =
      std::partition(hashes.begin(), hashes.end(), [bound](std::uint64_t hash) { return hash < bound; });
  const auto nth = hashes.begin() + static_cast<std::ptrdiff_t>(wanted);
  const bool are_enough = middle >= nth;
  std::nth_element(hashes.begin(), nth, are_enough ? middle : hashes.end());
  return std::span(hashes).first(wanted);
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
  std::array<std::uint32_t, ShingleFrequencies::kClasses + 1> starts{};  // positions at which classes begin
  std::vector<std::uint8_t>& classes = scratch.classes;
  std::vector<std::uint64_t>& of_last = scratch.shingles;  // those of the class in which the prefix ends
  classes.resize(set.size());
  for (std::size_t i = 0; i < set.size(); ++i) {
    classes.data()[i] = frequencies_.of(set[i]);
    ++starts[classes.data()[i] + std::size_t{1}];
  }
  std::size_t last = 0;  // the class in which the prefix ends
  for (; starts[last] + starts[last + 1] < length; ++last) starts[last + 1] += starts[last];
  prefix.set_size = static_cast<std::uint32_t>(set.size());
  prefix.shingles.clear();
  of_last.clear();
  for (std::size_t i = 0; i < set.size(); ++i) {
    const std::size_t frequency = classes.data()[i];
    if (frequency > last) continue;
    const std::uint64_t shingle = set[i];
    if (is_everything_ && frequency == ShingleFrequencies::kOnce) continue;
    if (frequency < last) prefix.shingles.push_back({shingle, starts[frequency]});
    if (frequency == last) of_last.push_back(shingle);
  }
  std::ranges::sort(prefix.shingles, {}, &PrefixShingle::position);
  const std::size_t wanted = std::min(length - starts[last], of_last.size());
  for (const std::uint64_t shingle : least(wanted, of_last))
    prefix.shingles.push_back({shingle, starts[last]});
}

}  // namespace neardup::internal
