// What the figures of `neardup tune` mean for the options of the other commands.
#pragma once

#include <string>
#include <vector>

#include "neardup/report/tune/tuning.h"

namespace neardup::cli {

using namespace internal;

/// Returns advice in plain sentences: which threshold, which rule, what to beware of.
[[nodiscard]] std::vector<std::string> tuning_advice(const Tuning& tuning);

}  // namespace neardup::cli
