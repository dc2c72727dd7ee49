// Approximate document frequencies of shingles: hashed counters, shared by all threads.
//
// The exact join orders shingles from rare to frequent. Any fixed order gives the right answer, so
// it only costs time that several shingles may share a counter and that counters saturate at kMost.
// A counter of 1 is reliable: a counted shingle with that counter occurs in exactly one document.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "neardup/util/hash_spread.h"

namespace neardup::internal {

/// Frequency classes of shingles: the counts of ShingleCounts rounded to powers of two, one byte
/// each.
class ShingleFrequencies {
 public:
  static constexpr std::size_t kClasses = 17;
  static constexpr std::size_t kOnce = 1;  // class of shingles counted once; class 0: never counted

  ShingleFrequencies() = default;
  ShingleFrequencies(int shift, std::vector<std::uint8_t> classes)
      : shift_(shift), classes_(std::move(classes)) {}

  /// Returns the class of a shingle, below kClasses. A lower class is rarer.
  [[nodiscard]] std::uint8_t of(std::uint64_t shingle) const noexcept {
    return classes_.data()[spread_hash(shingle, shift_)];
  }

 private:
  int shift_ = 63;
  std::vector<std::uint8_t> classes_ = std::vector<std::uint8_t>(2);
};

class ShingleCounts {
 public:
  /// Allocates 2 to 4 bytes per expected occurrence, at most 512 MB.
  explicit ShingleCounts(std::uint64_t occurrences)
      : shift_(64 - std::clamp(static_cast<int>(std::bit_width(occurrences)), 10, 28)),
        counters_(std::size_t{1} << (64 - shift_)) {}

  /// Counts one document that has the shingle. Thread-safe.
  void add(std::uint64_t shingle) noexcept {
    const std::atomic_ref counter(counters_.data()[slot_of(shingle)]);
    if (counter.load(std::memory_order_relaxed) < kMost) counter.fetch_add(1, std::memory_order_relaxed);
  }

  /// Returns the frequency classes. REQUIRES: no thread is still adding
  [[nodiscard]] ShingleFrequencies frequencies() const {
    std::vector<std::uint8_t> classes(counters_.size());
    std::ranges::transform(counters_, classes.begin(), [](std::uint16_t counter) {
      return static_cast<std::uint8_t>(std::bit_width(std::min(counter, kMost)));
    });
    return {shift_, std::move(classes)};
  }

  /// Returns the count of a shingle, which does not depend on the order in which threads added.
  /// REQUIRES: no thread is still adding
  [[nodiscard]] std::uint16_t count(std::uint64_t shingle) const noexcept {
    return std::min(counters_.data()[slot_of(shingle)], kMost);  // threads may race past kMost
  }

 private:
  static constexpr std::uint16_t kMost = 60'000;  // far enough from overflow for any number of threads
  [[nodiscard]] std::size_t slot_of(std::uint64_t shingle) const noexcept {
    return spread_hash(shingle, shift_);
  }

  int shift_;
  std::vector<std::uint16_t> counters_;
};

}  // namespace neardup::internal
