// Shows a progress bar on the terminal during long work: how much is done, how fast it goes, and how long the
// rest will take.
//
//   reading   [=========>          ]  47 %  61 MB/s  0:12 left
//
// The bar appears only when standard error is a terminal that can move its cursor (TERM is set and
// not dumb). A message printed in the meantime replaces the bar, and the next update draws the bar
// again below it.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace neardup::cli {

class ProgressBar {
 public:
  enum class Unit { bytes, documents };

  /// Shows a bar if `is_wanted` and if the terminal allows it. Only one object may exist at a time.
  explicit ProgressBar(bool is_wanted);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  [[nodiscard]] bool is_shown() const noexcept { return is_shown_; }

  /// Starts a new phase. `total` is the amount of work in this phase, or 0 if unknown.
  void start(std::string phase, Unit unit, std::uint64_t total);
  /// Reports that `done` units are done. Not thread-safe: only one thread at a time may call it.
  void advance_to(std::uint64_t done);
  /// Reports progress as a share of the total, from 0 to 1. Not thread-safe either.
  void advance_to_share(double share);
  /// Ends the phase and removes the bar.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] std::string line(double seconds) const;

  bool is_shown_;
  bool has_colour_;
  std::string phase_;
  Unit unit_ = Unit::bytes;
  std::uint64_t total_ = 0;
  std::uint64_t done_ = 0;
  Clock::time_point start_;
  Clock::time_point next_draw_;
};

/// Removes the bar from the terminal until the next update draws it again. Thread-safe.
void hide_progress() noexcept;

}  // namespace neardup::cli
