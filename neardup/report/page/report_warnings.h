// Finds what a careful reader should know before trusting a run.
#pragma once

#include <vector>

#include "neardup/report/page/report_data.h"

namespace neardup::internal {

/// Returns the warnings, most serious first. REQUIRES: all of `data` but its warnings is collected.
[[nodiscard]] std::vector<ReportWarning> report_warnings(const ReportInput& input, const ReportData& data);

}  // namespace neardup::internal
