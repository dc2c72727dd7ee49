// Chooses the pairs whose texts the page shows side by side, and compares them. Private.
#pragma once

#include "neardup/report/page/report_data.h"

namespace neardup::internal {

/// Adds the diffs to the data, most wanted first: the pairs at the head of the list, the members of the largest
/// clusters, some of every cluster, and some pairs of every degree. Copies have no difference to show. Throws Error.
void add_diffs(const ReportInput& input, ReportData& data);

}  // namespace neardup::internal
