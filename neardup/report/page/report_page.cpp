#include "neardup/report/page/report_page.h"

#include <fmt/format.h>

#include "neardup/report/page/page_text.h"
#include "neardup/report/page/report_parts.h"
#include "neardup/report/page/report_sections.h"
#include "neardup/util/number_text.h"

namespace neardup::internal {
namespace {

// Limits for the large parts. Style, script, charts and small tables take less than the rest of
// kMostPageBytes.
constexpr std::size_t kClusterBytes = 2'000'000;
constexpr std::size_t kPairBytes = 3'000'000;
constexpr std::size_t kDiffBytes = 4'300'000;

constexpr std::string_view kPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

struct LargeParts {
  ReportSection clusters;
  ReportSection pairs;
  ReportSection diffs;
};

std::string head(const ReportData& data) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta "
      "http-equiv=\"Content-Security-Policy\" "
      "content=\"{}\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta "
      "name=\"referrer\" content=\"no-referrer\"><title>neardup: {} of {} documents are "
      "duplicates</title><style>\n{}"
      "</style></head>\n<body>",
      kPolicy, grouped_number(data.counts.exact + data.counts.near), grouped_number(data.counts.documents),
      page_style());
}

std::string navigation(const ReportData& data) {
  std::string links = "<nav><a href=\"#overview\">Overview</a>";
  if (!data.warnings.empty()) links += "<a href=\"#warnings\">Worth knowing</a>";
  links += "<a href=\"#charts\">Charts</a>";
  if (data.has_threshold) links += "<a href=\"#thresholds\">Thresholds</a>";
  return links +
         "<a href=\"#clusters\">Clusters</a><a href=\"#pairs\">Pairs</a><a "
         "href=\"#differences\">Differences</a><a "
         "href=\"#run\">How this was made</a></nav>";
}

/// Says what a table holds: "1,000 of 5,000 clusters: the largest."
std::string extent(std::size_t shown, std::uint64_t all, std::string_view what, std::string_view choice) {
  if (shown == all) return fmt::format("All {} {}.", grouped_number(all), what);
  return fmt::format("{} of {} {}: {}.", grouped_number(shown), grouped_number(all), what, choice);
}

/// Returns a sortable table. `id` names its list in the data, which the script offers as a CSV file.
std::string table(std::string_view id, std::string_view columns, const ReportSection& section) {
  if (section.shown == 0) return "<p class=\"note\">There are none.</p>";
  return fmt::format(
      "<div class=\"scroll\"><table class=\"sortable\" data-list=\"{}\"><thead><tr>{}</tr></thead><tbody>"
      "\n{}</tbody></table></div>",
      id, columns, section.html);
}

std::string clusters_part(const ReportData& data, const ReportSection& section) {
  return fmt::format("<section id=\"clusters\"><h2>Clusters</h2><p class=\"note\">{}</p>{}</section>",
                     extent(section.shown, data.counts.clusters, "clusters", "the largest"),
                     table("clusters",
                           "<th>kept<th class=\"number\">documents<th class=\"number\">exact copies<th "
                           "class=\"number\">farthest<th class=\"number\">least similar<th>others",
                           section));
}

std::string pairs_part(const ReportData& data, const ReportSection& section) {
  return fmt::format(
      "<section id=\"pairs\"><h2>Pairs</h2><p class=\"note\">{}</p>{}</section>",
      extent(section.shown, data.pair_count, "pairs of a removed document and the kept one",
             data.by_similarity ? "some of every similarity" : "some of every distance"),
      table("pairs",
            "<th>first<th>second<th class=\"number\">distance<th class=\"number\">similarity<th>"
            "difference",
            section));
}

std::string diffs_part(const ReportData& data, const ReportSection& section) {
  std::string out = "<section id=\"differences\"><h2>Differences</h2>";
  if (section.shown == 0) return out + "<p class=\"note\">There are none to show.</p></section>";
  out += fmt::format(
      "<p class=\"note\">{} pairs, closest first{}. Above each text its fingerprint, bit by bit: "
      "<span class=\"key one\"></span>1 <span class=\"key zero\"></span>0 <span class=\"key differs\">"
      "</span>differs; pale bits were won by few votes and are the first to flip.</p>",
      grouped_number(section.shown),
      data.run.anonymise ? "; texts are hidden" : ", at most 4 KB of each text");
  return out + section.html + "</section>";
}

std::string data_part(const ReportData& data, const LargeParts& parts) {
  const std::string lists = fmt::format("\"clusters\":{},\"pairs\":{},\"differences\":{}",
                                        parts.clusters.json, parts.pairs.json, parts.diffs.json);
  return "<script type=\"application/json\" id=\"data\">" + parts_json(data, lists) + "</script>\n";
}

}  // namespace

std::string report_page(const ReportData& data) {
  LargeParts parts{
      .clusters = cluster_rows(data, kClusterBytes), .pairs = {}, .diffs = diff_items(data, kDiffBytes)};
  parts.pairs = pair_rows(data, parts.diffs, kPairBytes);
  return head(data) + navigation(data) + "<main>" + header_part(data) + cards_part(data) +
         warnings_part(data) + charts_part(data) + thresholds_part(data) +
         clusters_part(data, parts.clusters) + pairs_part(data, parts.pairs) + diffs_part(data, parts.diffs) +
         run_part(data) + "</main>\n" + data_part(data, parts) + "<script>\n" + std::string(page_script()) +
         "</script></body></html>\n";
}

}  // namespace neardup::internal
