// What a careful reader of a run should know before trusting it.
#pragma once

#include <vector>

#include "neardup/report/report_data.h"

namespace neardup {

/// `data` as far as it is collected; gravest first.
[[nodiscard]] std::vector<ReportWarning> report_warnings(const ReportInput& input, const ReportData& data);

}  // namespace neardup
