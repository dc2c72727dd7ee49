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
#include <utility>
#include <vector>

namespace neardup {

/// The same in powers of two, a byte each: how rare a shingle is.
class ShingleFrequencies {
 public:
  static constexpr std::size_t kClasses = 17;
  static constexpr std::size_t kOnce = 1;  // the class of shingles that were counted once; 0: never

  ShingleFrequencies() = default;
  ShingleFrequencies(int shift, std::vector<std::uint8_t> classes)
      : shift_(shift), classes_(std::move(classes)) {}

  /// Below kClasses.
  [[nodiscard]] std::uint8_t of(std::uint64_t shingle) const noexcept {
    return classes_.data()[shingle * kGoldenRatio >> shift_];
  }

 private:
  static constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;
  int shift_ = 63;
  std::vector<std::uint8_t> classes_ = std::vector<std::uint8_t>(2);
};

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

  /// REQUIRES: nobody adds any more
  [[nodiscard]] ShingleFrequencies frequencies() const {
    std::vector<std::uint8_t> classes(counters_.size());
    std::ranges::transform(counters_, classes.begin(), [](std::uint16_t counter) {
      return static_cast<std::uint8_t>(std::bit_width(std::min(counter, kMost)));
    });
    return {shift_, std::move(classes)};
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
