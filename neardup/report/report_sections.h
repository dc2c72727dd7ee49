// The large parts of the page, each within an allowance of bytes: what does not fit is left out, evenly where
// the choice was fair, and the page says how many there were.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "neardup/report/report_data.h"

namespace neardup {

/// A part of the page twice: rows for people, a JSON array for programs.
struct ReportSection {
  std::string html;
  std::string json;
  std::size_t shown = 0;
  std::vector<bool> is_shown = {};  // by place in the list that it was made from
};

[[nodiscard]] ReportSection cluster_rows(const ReportData& data, std::size_t most_bytes);
/// `diffs`: which differences are in the page and can be linked to.
[[nodiscard]] ReportSection pair_rows(const ReportData& data, const ReportSection& diffs,
                                      std::size_t most_bytes);
[[nodiscard]] ReportSection diff_items(const ReportData& data, std::size_t most_bytes);

/// "0.92", as few digits as tell it from its neighbours; never above the value.
[[nodiscard]] std::string similarity_for_page(double similarity);

}  // namespace neardup
