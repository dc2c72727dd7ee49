// The large parts of the page, each within a limit of bytes. Items that do not fit are left out, evenly where
// the list is a fair choice, and the page says how many there were.
//
// Rows and texts are in the page once, whatever the language: the style sheet puts words before their numbers.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "neardup/report/page/report_data.h"

namespace neardup::internal {

/// A part of the page in two forms: elements for people, and a JSON array for programs.
struct ReportSection {
  std::string html;
  std::string json;
  std::size_t shown = 0;
  std::vector<bool> is_shown = {};  // by index in the list that it was made from
};

/// The texts in the page, which rows can link to.
struct ShownTexts {
  ReportSection diffs;       // by index in ReportData::diffs
  ReportSection beginnings;  // by number of the document; only those that stay
};

[[nodiscard]] ReportSection diff_items(const ReportData& data, std::size_t most_bytes);
[[nodiscard]] ReportSection beginning_items(const ReportData& data, std::size_t most_bytes);
[[nodiscard]] ReportSection cluster_rows(const ReportData& data, const ShownTexts& texts,
                                         std::size_t most_bytes);
[[nodiscard]] ReportSection pair_rows(const ReportData& data, const ShownTexts& texts,
                                      std::size_t most_bytes);

/// Counts the named members of clusters whose texts the page does not have.
[[nodiscard]] std::uint64_t unreadable_members(const ReportData& data, const ShownTexts& texts);

/// Formats a similarity with three decimals, rounded down: "0.920". Exactly 1 is "1".
[[nodiscard]] std::string similarity_for_page(double similarity);

/// Returns the rules of the style sheet that put words before numbers and names, for each language.
[[nodiscard]] std::string label_style();

}  // namespace neardup::internal
