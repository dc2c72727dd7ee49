// One pass of a join by scanning: compares every bucket completely with itself and with the buckets
// whose key is within the radius of its own key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "neardup/join/join_control.h"
#include "neardup/simd/hamming_kernels.h"

namespace neardup::internal {

/// The fingerprints of a pass, without copies, indexed by the whole key.
template <typename Word>
struct KeyBuckets {
  std::vector<std::span<const Word>> stored;  // build side
  std::vector<std::span<const Word>> asked;   // probe side; empty in a self join
};

/// Returns all numbers of at most `bits` bits with at most `radius` ones: the differences between a
/// key and the keys within the radius.
[[nodiscard]] std::vector<std::uint32_t> key_changes(int bits, int radius);

template <typename Word>
class ScanPass {
 public:
  ScanPass(const KeyBuckets<Word>& buckets, std::vector<std::uint32_t> changes,
           const simd::PairRule<Word>& rule)
      : buckets_(buckets), changes_(std::move(changes)), rule_(rule) {}

  /// Scans all buckets on all threads. Each thread appends its pairs to `found(thread)`.
  void run(JoinControl& control, const std::function<simd::FoundValues<Word>&(int)>& found) const;

 private:
  /// A range of the build side of one bucket: the unit of work of a thread.
  struct Tile {
    std::uint32_t bucket;
    std::uint32_t begin;
    std::uint32_t end;
  };
  [[nodiscard]] std::vector<Tile> tiles(int threads) const;
  void scan_tile(const Tile& tile, simd::FoundValues<Word>& found) const;

  const KeyBuckets<Word>& buckets_;
  std::vector<std::uint32_t> changes_;
  const simd::PairRule<Word>& rule_;
};

extern template class ScanPass<std::uint64_t>;
extern template class ScanPass<Bits128>;

}  // namespace neardup::internal
