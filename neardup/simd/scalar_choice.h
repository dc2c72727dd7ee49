// NEARDUP_SIMD=scalar in the environment makes every kernel run its plain version: for comparing answers and
// for machines whose vector units are in doubt. The choice is our own and not hwy::DisableTargets, which
// would change the targets of everybody in the process who uses Highway.
#pragma once

namespace neardup::simd {

/// Read once, at the first kernel call. Thread-safe.
[[nodiscard]] bool scalar_is_forced() noexcept;

}  // namespace neardup::simd

/// In place of HWY_DYNAMIC_DISPATCH: the function of the best target, or of the plain one when that is
/// forced.
#define NEARDUP_DISPATCH(kernel) \
  (*(scalar_is_forced() ? HWY_CHOOSE_FALLBACK(kernel) : &HWY_DYNAMIC_DISPATCH(kernel)))
