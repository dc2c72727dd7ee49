// The state that a join's workers share: the number of threads, the request to stop, and progress.
// Workers report from any thread; the caller's progress function runs only on the calling thread,
// which is thread number 0 of every parallel step.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>

#include "neardup/join/hamming_join.h"
#include "neardup/util/parallel.h"

namespace neardup::internal {

class JoinControl {
 public:
  /// `total_work` may be in any unit; `advance` uses the same unit.
  JoinControl(const JoinOptions& options, double total_work)
      : options_(options), threads_(thread_count(options.threads)), total_work_(total_work) {}

  [[nodiscard]] int threads() const noexcept { return threads_; }
  /// Returns true if the workers should stop: on request, or because there are too many pairs.
  [[nodiscard]] bool stopped() const noexcept { return options_.stop.stop_requested() || overflowed(); }
  [[nodiscard]] bool overflowed() const noexcept {
    return pairs_.load(std::memory_order_relaxed) > max_pairs();
  }
  [[nodiscard]] std::uint64_t max_pairs() const noexcept {
    return options_.max_pairs > 0 ? options_.max_pairs : std::numeric_limits<std::uint64_t>::max();
  }
  /// Adds to the number of pairs found. Thread-safe.
  void count_pairs(std::uint64_t found) noexcept { pairs_.fetch_add(found, std::memory_order_relaxed); }

  /// Records work done. Thread-safe. Calls the progress function if this is thread 0 and at least
  /// another hundredth of the work is done.
  void advance(double work, int thread) {
    const double done = done_.fetch_add(work) + work;
    if (thread != 0 || !options_.progress) return;
    const double share = std::min(done / total_work_, 0.99);
    if (share < told_ + 0.01) return;
    told_ = share;
    options_.progress(share);
  }

  /// Reports to the caller that all work is done, unless the join was stopped.
  void finish() const {
    if (options_.progress && !stopped()) options_.progress(1);
  }

 private:
  const JoinOptions& options_;
  int threads_;
  double total_work_;
  std::atomic<double> done_{0};
  std::atomic<std::uint64_t> pairs_{0};
  double told_ = 0;  // the share reported last; only the calling thread uses it
};

}  // namespace neardup::internal
