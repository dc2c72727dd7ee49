// Protects a run from a file that may be damaged. A run names the bytes that it is about to read,
// and the guard checks their pages the first time. A run built in memory has no guard.
#pragma once

#include <cstddef>
#include <span>

namespace neardup::index {

class PageGuard {
 public:
  virtual ~PageGuard() = default;

  /// Throws Error if a page of these bytes is not what was written. Thread-safe.
  virtual void check(const void* begin, std::size_t bytes) const = 0;
};

/// Checks the values. Does nothing without a guard, which is the usual case and worth the inlined branch.
template <typename T>
void touch(const PageGuard* guard, std::span<const T> values) {
  if (guard != nullptr) guard->check(values.data(), values.size_bytes());
}

}  // namespace neardup::index
