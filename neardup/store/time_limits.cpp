#include "neardup/store/time_limits.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace neardup::internal::store {

namespace {

std::int64_t system_seconds() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(now).count();
}

}  // namespace

TimeLimits::TimeLimits(const Catalog& catalog, std::function<std::int64_t()> clock)
    : window_(catalog.window),
      ttl_(catalog.ttl),
      clock_(clock ? std::move(clock) : system_seconds),
      horizon_(catalog.horizon) {}

std::int64_t TimeLimits::time_of_arrival(std::optional<std::int64_t> stated) const {
  const std::int64_t time = stated ? *stated : std::max(clock_(), latest_.load(std::memory_order_relaxed));
  return std::clamp<std::int64_t>(time, 0, kMostSeconds);
}

void TimeLimits::see(std::int64_t time) noexcept {
  std::int64_t latest = latest_.load(std::memory_order_relaxed);
  while (latest < time && !latest_.compare_exchange_weak(latest, time)) {
  }
}

std::int64_t TimeLimits::end_of_expired() const {
  return ttl_ == 0 ? horizon() : std::max(horizon(), clock_() - ttl_);
}

Number TimeLimits::least_match(std::int64_t time) const {
  const std::int64_t least = std::max(end_of_expired(), window_ == 0 ? 0 : time - window_);
  return make_number(std::clamp<std::int64_t>(least, 0, kMostSeconds), 0);
}

std::optional<std::int64_t> TimeLimits::next_horizon() const {
  if (window_ == 0 && ttl_ == 0) return std::nullopt;
  std::int64_t least = window_ == 0 ? 0 : latest_.load(std::memory_order_relaxed) - window_;
  if (ttl_ != 0) least = std::max(least, clock_() - ttl_);
  const std::int64_t day = std::max<std::int64_t>(least, 0) / kSecondsPerDay * kSecondsPerDay;
  if (day <= horizon()) return std::nullopt;
  return day;
}

}  // namespace neardup::internal::store
