// A bar on the terminal while something takes long: how much is done, how fast it goes, how long it will
// take.
//
//   reading   [=========>          ]  47 %  61 MB/s  0:12 left
//
// Only when standard error is a terminal that can move its cursor (TERM is not dumb). A message that is
// printed meanwhile takes the place of the bar, which comes back below it.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace neardup::cli {

class Progress {
 public:
  enum class Unit { bytes, documents };

  /// Shows nothing unless it is wanted and possible. One at a time.
  explicit Progress(bool is_wanted);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  [[nodiscard]] bool is_shown() const noexcept { return is_shown_; }

  /// A new phase; `total` 0: nobody knows.
  void start(std::string phase, Unit unit, std::uint64_t total);
  /// One thread at a time.
  void advance_to(std::uint64_t done);
  /// The same as a share of the total.
  void advance_to_share(double share);
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

/// Removes the bar from the terminal until it is drawn again. Thread-safe.
void hide_progress() noexcept;

}  // namespace neardup::cli
