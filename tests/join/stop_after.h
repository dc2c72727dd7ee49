// Stops a join from its own progress.
#pragma once

#include <gtest/gtest.h>

#include <stop_token>
#include <vector>

#include "neardup/join/hamming_join.h"

namespace neardup::internal {

/// Stops the join with these options once it has told more than a share of its work. Must outlive it.
class StopAfter {
 public:
  StopAfter(JoinOptions& options, double share) {
    options.stop = source_.get_token();
    options.progress = [this, share](double told) {
      if (source_.stop_requested()) told_after_.push_back(told);
      if (told > share) source_.request_stop();
    };
  }
  StopAfter(const StopAfter&) = delete;
  StopAfter& operator=(const StopAfter&) = delete;

  /// What the join told although it was stopped.
  [[nodiscard]] const std::vector<double>& told_after() const noexcept { return told_after_; }

 private:
  std::stop_source source_;
  std::vector<double> told_after_;
};

/// A join by either method that is stopped at its beginning and in the middle of a pass.
template <typename Join>
void expect_that_it_stops(const Join& join) {
  for (const JoinMethod method : {JoinMethod::tables, JoinMethod::scan}) {
    for (const double share : {0.0, 0.3}) {
      JoinOptions options{.max_distance = 3, .threads = 2, .method = method};
      if (method == JoinMethod::scan) options.blocks = 2;  // long passes
      const StopAfter stop(options, share);
      const auto result = join(options);
      EXPECT_TRUE(result.stats.stopped);
      EXPECT_TRUE(result.pairs.empty());
      EXPECT_LT(stop.told_after().size(), 3U);  // what was begun is finished
      EXPECT_TRUE(stop.told_after().empty() || stop.told_after().back() < 0.9);
    }
  }
}

}  // namespace neardup::internal
