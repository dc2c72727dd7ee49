// The small parts of the page, which need no limit on their size: header, cards, charts with their numbers,
// thresholds. The page has each of them once per language. Private.
#pragma once

#include <string>

#include "neardup/report/page/page_words.h"
#include "neardup/report/page/report_data.h"

namespace neardup::internal {

/// Returns the title, one sentence of summary, and the bar that shows the share of kept documents.
[[nodiscard]] std::string header_part(const ReportData& data, const PageWords& words);
[[nodiscard]] std::string cards_part(const ReportData& data, const PageWords& words);
[[nodiscard]] std::string warnings_part(const ReportData& data, const PageWords& words);
[[nodiscard]] std::string charts_part(const ReportData& data, const PageWords& words);
[[nodiscard]] std::string thresholds_part(const ReportData& data, const PageWords& words);
/// Returns how the page was made: version, command line, parameters, speed.
[[nodiscard]] std::string run_part(const ReportData& data, const PageWords& words);

/// Returns all of these parts as a JSON object for programs. `lists` holds the members with the large lists.
[[nodiscard]] std::string parts_json(const ReportData& data, const std::string& lists);

}  // namespace neardup::internal
