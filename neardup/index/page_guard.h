// What stands between a run and a file that cannot be trusted: a run says which bytes it is about to read,
// and a guard checks their pages the first time. A run that was built in memory has no guard.
#pragma once

#include <cstddef>
#include <span>

namespace neardup::index {

class PageGuard {
 public:
  virtual ~PageGuard() = default;

  /// Throws Error when a page of these bytes is not what was written. Thread-safe.
  virtual void check(const void* begin, std::size_t bytes) const = 0;
};

/// Does nothing without a guard: the usual case, worth the inlined branch.
template <typename T>
void touch(const PageGuard* guard, std::span<const T> values) {
  if (guard != nullptr) guard->check(values.data(), values.size_bytes());
}

}  // namespace neardup::index
