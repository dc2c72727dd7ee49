// Memory prefetch: several cache misses overlap, so waiting for many costs about as much as waiting for one.
#pragma once

namespace neardup::internal {

/// Prefetches the cache line at `address`. Any address will do, because nothing is read. The empty asm is for
/// GCC, which considers a function that only prefetches free of side effects and drops the calls that it does
/// not inline.
inline void prefetch(const void* address) noexcept {
  __builtin_prefetch(address);
  asm volatile("");
}

}  // namespace neardup::internal
