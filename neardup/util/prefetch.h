// Tells the memory that a place will be read soon, so that waiting for many places costs as much as for one.
#pragma once

namespace neardup {

/// Any address will do, it is not read. The empty asm is for GCC, which takes a function that does nothing
/// but prefetch for one without any effect, and drops the calls of it that it does not inline.
inline void prefetch(const void* place) noexcept {
  __builtin_prefetch(place);
  asm volatile("");
}

}  // namespace neardup
