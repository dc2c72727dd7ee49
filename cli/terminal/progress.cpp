#include "cli/terminal/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <utility>

#include "cli/terminal/output.h"

namespace neardup::cli {

namespace {

/// The state of the terminal, shared by all threads: whether it shows a bar now.
struct Screen {
  std::mutex mutex;
  bool has_bar = false;
};

Screen& screen() {
  static Screen screen;
  return screen;
}

void put(std::string_view text) noexcept {
  // Ignore errors: it is only a progress bar.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

bool can_move_cursor() {
  const char* const terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && terminal != nullptr && *terminal != '\0' &&
         std::strcmp(terminal, "dumb") != 0;
}

std::string minutes(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

void hide_progress() noexcept {
  const std::scoped_lock lock(screen().mutex);
  if (std::exchange(screen().has_bar, false)) put("\r\x1b[K");
}

ProgressBar::ProgressBar(bool is_wanted)
    : is_shown_(is_wanted && can_move_cursor()), has_colour_(is_shown_ && colour_allowed()) {}

ProgressBar::~ProgressBar() { finish(); }

void ProgressBar::start(std::string phase, Unit unit, std::uint64_t total) {
  finish();
  constexpr auto kPatience = std::chrono::milliseconds(300);  // shorter phases show no bar
  phase_ = std::move(phase);
  unit_ = unit;
  total_ = total;
  done_ = 0;
  start_ = Clock::now();
  next_draw_ = start_ + kPatience;
}

void ProgressBar::advance_to_share(double share) {
  advance_to(static_cast<std::uint64_t>(share * static_cast<double>(total_)));
}

void ProgressBar::advance_to(std::uint64_t done) {
  if (!is_shown_) return;
  done_ = std::max(done_, done);
  const Clock::time_point now = Clock::now();
  if (now < next_draw_) return;
  next_draw_ = now + std::chrono::milliseconds(100);
  const std::string text = "\r" + line(std::chrono::duration<double>(now - start_).count()) + "\x1b[K";
  const std::scoped_lock lock(screen().mutex);
  screen().has_bar = true;
  put(text);
}

void ProgressBar::finish() {
  if (is_shown_) hide_progress();
}

std::string ProgressBar::line(double seconds) const {
  const double rate = static_cast<double>(done_) / seconds;
  const std::string speed =
      unit_ == Unit::bytes ? fmt::format("{:.0f} MB/s", rate / 1e6) : fmt::format("{:.0f} documents/s", rate);
  if (total_ == 0) return fmt::format("{:<9} {}  {}", phase_, speed, minutes(seconds));
  constexpr std::size_t kWidth = 20;
  const double share = std::min(static_cast<double>(done_) / static_cast<double>(total_), 1.0);
  const auto filled = static_cast<std::size_t>(share * kWidth);
  std::string bar = std::string(filled, '=') + (filled < kWidth ? ">" : "");
  bar.resize(kWidth, ' ');
  if (has_colour_) bar = "\x1b[36m" + bar + "\x1b[0m";
  const std::string left = share > 0 ? minutes(seconds * (1 - share) / share) + " left" : "";
  return fmt::format("{:<9} [{}] {:3.0f} %  {}  {}", phase_, bar, 100 * share, speed, left);
}

}  // namespace neardup::cli
