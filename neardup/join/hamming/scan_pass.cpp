#include "neardup/join/hamming/scan_pass.h"

#include <algorithm>

namespace neardup::internal {

namespace {

constexpr std::size_t kGroup = 256;  // targets that the kernel processes at once

void add_changes(int bits, int radius, std::uint32_t change, std::vector<std::uint32_t>& changes) {
  changes.push_back(change);
  if (radius == 0) return;
  // Adds ones from the highest to the lowest bit, so that each set of bits appears once.
  for (int bit = 0; bit < bits; ++bit) {
    add_changes(bit, radius - 1, change | (std::uint32_t{1} << bit), changes);
  }
}

}  // namespace

std::vector<std::uint32_t> key_changes(int bits, int radius) {
  std::vector<std::uint32_t> changes;
  add_changes(bits, radius, 0, changes);
  return changes;
}

template <typename Word>
void ScanPass<Word>::run(JoinControl& control,
                         const std::function<simd::FoundValues<Word>&(int)>& found) const {
  const std::vector<Tile> all = tiles(control.threads());
  run_tasks(control.threads(), all.size(), [&](std::size_t task, int thread) {
    if (control.stopped()) return;
    simd::FoundValues<Word>& own = found(thread);
    const std::size_t pairs_before = own.pairs.size();
    scan_tile(all[task], own);
    control.count_pairs(own.pairs.size() - pairs_before);
    control.advance(0.7 * (all[task].end - all[task].begin), thread);
  });
}

template <typename Word>
std::vector<typename ScanPass<Word>::Tile> ScanPass<Word>::tiles(int threads) const {
  std::size_t total = 0;
  for (const auto& bucket : buckets_.stored) total += bucket.size();
  const std::size_t wanted = total / (static_cast<std::size_t>(threads) * 32) / kGroup * kGroup;
  const std::size_t size = std::clamp<std::size_t>(wanted, kGroup, 16 * kGroup);
  std::vector<Tile> result;
  for (std::size_t i = 0; i < buckets_.stored.size(); ++i) {
    for (std::size_t begin = 0; begin < buckets_.stored[i].size(); begin += size) {
      const std::size_t end = std::min(begin + size, buckets_.stored[i].size());
      result.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(begin),
                        static_cast<std::uint32_t>(end)});
    }
  }
  return result;
}

template <typename Word>
void ScanPass<Word>::scan_tile(const Tile& tile, simd::FoundValues<Word>& found) const {
  const bool is_cross = !buckets_.asked.empty();
  const std::span<const Word> bucket = buckets_.stored[tile.bucket];
  std::vector<std::span<const Word>> queries;
  if (!is_cross) queries.push_back(bucket.subspan(tile.end));
  for (const std::uint32_t change : changes_) {
    const std::uint32_t other = tile.bucket ^ change;
    if (is_cross) {
      queries.push_back(buckets_.asked[other]);
    } else if (other > tile.bucket) {  // the bucket with the lower key owns the comparison
      queries.push_back(buckets_.stored[other]);
    }
  }
  simd::scan({bucket.subspan(tile.begin, tile.end - tile.begin), queries, !is_cross}, rule_, found);
}

template class ScanPass<std::uint64_t>;
template class ScanPass<Bits128>;

}  // namespace neardup::internal
