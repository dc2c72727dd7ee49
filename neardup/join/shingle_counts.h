// In how many documents a shingle occurs, approximately: counters at hashed places, shared by all threads.
//
// The exact join orders shingles from rare to frequent. Any fixed order gives the right answer, so counters
// that several shingles share, and that stop at kMost, only cost time. A counter of 1 is exact in one
// direction: such a shingle occurs in one document.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace neardup {

class ShingleCounts {
 public:
  /// Two bytes for each expected occurrence, 512 MB at most.
  explicit ShingleCounts(std::uint64_t occurrences)
      : shift_(64 - std::clamp(static_cast<int>(std::bit_width(occurrences)), 10, 28)),
        counters_(std::size_t{1} << (64 - shift_)) {}

  /// Thread-safe.
  void add(std::uint64_t shingle) noexcept {
    const std::atomic_ref counter(counters_.data()[place_of(shingle)]);
    if (counter.load(std::memory_order_relaxed) < kMost) counter.fetch_add(1, std::memory_order_relaxed);
  }

  /// The same for any order in which threads added. REQUIRES: nobody adds any more
  [[nodiscard]] std::uint16_t count(std::uint64_t shingle) const noexcept {
    return std::min(counters_.data()[place_of(shingle)], kMost);  // threads may have gone past it together
  }

 private:
  static constexpr std::uint16_t kMost = 60'000;  // far enough from overflow for any number of threads
  [[nodiscard]] std::size_t place_of(std::uint64_t shingle) const noexcept {
    constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;
    return (shingle * kGoldenRatio) >> shift_;
  }

  int shift_;
  std::vector<std::uint16_t> counters_;
};

}  // namespace neardup
