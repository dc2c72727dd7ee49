// Formats the results of `neardup tune`: tables and histograms for people, lines of JSON for programs.
#pragma once

#include <string>

#include "neardup/fingerprint/recipe.h"
#include "neardup/report/tune/tuning.h"

namespace neardup::cli {

using namespace internal;

[[nodiscard]] std::string tune_text(const Tuning& tuning, const Recipe& recipe);
[[nodiscard]] std::string tune_json(const Tuning& tuning, const Recipe& recipe);

}  // namespace neardup::cli
