// Chooses the pairs whose texts the page shows side by side, and compares them. Private.
#pragma once

#include "neardup/report/page/report_data.h"

namespace neardup::internal {

/// Adds the diffs to the data: of the pairs at the head of the list, of an even choice of the others, and of
/// members of clusters, those least like the kept document first. Copies have no difference to show. Throws Error.
void add_diffs(const ReportInput& input, ReportData& data);

}  // namespace neardup::internal
