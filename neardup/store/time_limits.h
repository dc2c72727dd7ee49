// Decides which documents are too old to match.
//
// A document matches only documents that are at most a window older than itself, and whose ttl has not passed.
// Behind both limits moves the horizon, day by day: the day that lies a window before the latest document, or
// a ttl before now. Documents before the horizon are expired for good, even for a late document that they
// would still match; so whole days can be dropped, and answers do not depend on when that happens.
//
// Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

#include "neardup/store/catalog.h"
#include "neardup/store/records.h"

namespace neardup::internal::store {

class TimeLimits {
 public:
  TimeLimits(const Catalog& catalog, std::function<std::int64_t()> clock);

  /// Returns the time of a document: the one it states, else now, but never before an earlier document.
  [[nodiscard]] std::int64_t time_of_arrival(std::optional<std::int64_t> stated) const;
  /// Takes note of the time of a checked document.
  void see(std::int64_t time) noexcept;

  /// Returns the latest time that was seen.
  [[nodiscard]] std::int64_t latest() const noexcept { return latest_.load(std::memory_order_relaxed); }

  /// Returns the least number that a document of this time matches; 0 if there is no limit.
  [[nodiscard]] Number least_match(std::int64_t time) const;
  /// Returns true if documents of this time match nothing any more.
  [[nodiscard]] bool is_expired(std::int64_t time) const { return time < end_of_expired(); }
  [[nodiscard]] std::int64_t horizon() const noexcept { return horizon_.load(std::memory_order_acquire); }

  /// Returns where the horizon should be now, if that is ahead of where it is.
  [[nodiscard]] std::optional<std::int64_t> next_horizon() const;
  void move_horizon(std::int64_t horizon) noexcept { horizon_.store(horizon, std::memory_order_release); }

 private:
  [[nodiscard]] std::int64_t end_of_expired() const;

  std::int64_t window_;
  std::int64_t ttl_;
  std::function<std::int64_t()> clock_;
  std::atomic<std::int64_t> latest_ = 0;
  std::atomic<std::int64_t> horizon_;
};

}  // namespace neardup::internal::store
