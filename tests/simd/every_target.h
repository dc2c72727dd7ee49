// Runs a check on every vector target that this machine has, the plain one included.
#pragma once

#ifndef HWY_COMPILE_ALL_ATTAINABLE
// As the kernels do: otherwise the plain target may be missing from the list.
#define HWY_COMPILE_ALL_ATTAINABLE
#endif
#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <cstdint>

#include "neardup/simd/kernels.h"

namespace neardup::internal {

/// Not for threads: the choice of the target belongs to the process.
template <typename Check>
void on_every_target(const Check& check) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    SCOPED_TRACE(simd::target_name());
    check();
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace neardup::internal
