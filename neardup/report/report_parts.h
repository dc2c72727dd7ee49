// The small parts of the page, which need no allowance: header, cards, charts with their numbers, thresholds.
// Private.
#pragma once

#include <string>

#include "neardup/report/report_data.h"

namespace neardup {

/// Title, one sentence, the bar of what was kept.
[[nodiscard]] std::string header_part(const ReportData& data);
[[nodiscard]] std::string cards_part(const ReportData& data);
[[nodiscard]] std::string warnings_part(const ReportData& data);
[[nodiscard]] std::string charts_part(const ReportData& data);
[[nodiscard]] std::string thresholds_part(const ReportData& data);
/// Version, command line, parameters, speed: how this was made.
[[nodiscard]] std::string run_part(const ReportData& data);

/// All of these parts for programs: the members of an object, without the large lists.
[[nodiscard]] std::string parts_json(const ReportData& data, const std::string& lists);

}  // namespace neardup
