// The page of a `dedup` run: one HTML file that needs nothing else, no network and no script to be read; at
// most kMostPageBytes, whatever the collection. Text of documents is text there and can be nothing else
// (page_escape.h), and the page forbids itself to load or send anything.
//
// The same data make the same bytes. What people look at first, style and script, is in page/.
#pragma once

#include <cstddef>
#include <string>

#include "neardup/report/report_data.h"

namespace neardup {

inline constexpr std::size_t kMostPageBytes = 10'000'000;

[[nodiscard]] std::string report_page(const ReportData& data);

}  // namespace neardup
