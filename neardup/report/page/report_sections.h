// The large parts of the page, each within a limit of bytes. Items that do not fit are left out, evenly where
// the list is a fair choice, and the page says how many there were.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "neardup/report/page/report_data.h"

namespace neardup::internal {

/// A part of the page in two forms: rows for people, and a JSON array for programs.
struct ReportSection {
  std::string html;
  std::string json;
  std::size_t shown = 0;
  std::vector<bool> is_shown = {};  // by index in the list that it was made from
};

[[nodiscard]] ReportSection cluster_rows(const ReportData& data, std::size_t most_bytes);
/// `diffs` says which differences are in the page and can be linked to.
[[nodiscard]] ReportSection pair_rows(const ReportData& data, const ReportSection& diffs,
                                      std::size_t most_bytes);
[[nodiscard]] ReportSection diff_items(const ReportData& data, std::size_t most_bytes);

/// Formats a similarity with three decimals, rounded down: "0.920". Exactly 1 is "1".
[[nodiscard]] std::string similarity_for_page(double similarity);

}  // namespace neardup::internal
