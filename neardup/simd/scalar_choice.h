// NEARDUP_SIMD=scalar in the environment makes every kernel run its scalar version: for comparing
// answers, and for machines whose vector units are in doubt. This is a switch of our own instead of
// hwy::DisableTargets, which would change the targets of every user of Highway in the process.
#pragma once

namespace neardup::internal::simd {

/// Returns whether the scalar kernels are forced. Reads the environment once, at the first kernel
/// call. Thread-safe.
[[nodiscard]] bool scalar_is_forced() noexcept;

}  // namespace neardup::internal::simd

/// Replaces HWY_DYNAMIC_DISPATCH: selects the function of the best target, or the scalar one if
/// that is forced.
#define NEARDUP_DISPATCH(kernel) \
  (*(scalar_is_forced() ? HWY_CHOOSE_FALLBACK(kernel) : &HWY_DYNAMIC_DISPATCH(kernel)))
