// The page of a `dedup` run: one self-contained HTML file that needs neither network nor script to be
// read, of at most kMostPageBytes for any collection. Text from documents is always escaped
// (page_escape.h), and a Content-Security-Policy forbids the page to load or send anything.
//
// The same data give the same bytes. Style and script, which people look at first, are in page/.
#pragma once

#include <cstddef>
#include <string>

#include "neardup/report/page/report_data.h"

namespace neardup::internal {

inline constexpr std::size_t kMostPageBytes = 10'000'000;

/// Returns the HTML page.
[[nodiscard]] std::string report_page(const ReportData& data);

}  // namespace neardup::internal
