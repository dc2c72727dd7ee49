#include "neardup/report/page/report_page.h"

#include <fmt/format.h>

#include "neardup/corpus/json_text.h"
#include "neardup/report/page/page_escape.h"
#include "neardup/report/page/page_text.h"
#include "neardup/report/page/page_words.h"
#include "neardup/report/page/report_parts.h"
#include "neardup/report/page/report_sections.h"
#include "neardup/util/number_text.h"

namespace neardup::internal {
namespace {

// Limits for the large parts. Style, script, charts and small tables take less than the rest of
// kMostPageBytes.
constexpr std::size_t kClusterBytes = 1'900'000;
constexpr std::size_t kPairBytes = 2'300'000;
constexpr std::size_t kDiffBytes = 3'700'000;
constexpr std::size_t kBeginningBytes = 1'400'000;

constexpr std::string_view kPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

// Lets the style sheet hide what the script is going to arrange, so that a browser does not lay out thousands of rows
// first: that made a large page open six times as slowly. If the script fails, everything is shown.
constexpr std::string_view kEarlyScript =
    "document.documentElement.classList.add(\"scripted\");"
    "addEventListener(\"error\", () => document.documentElement.classList.remove(\"scripted\"));";

struct LargeParts {
  ShownTexts texts;
  ReportSection clusters;
  ReportSection pairs;
};

std::string title(const ReportData& data, const PageWords& words) {
  return words(Phrase::page_title, fmt::arg("removed", grouped_number(data.counts.exact + data.counts.near)),
               fmt::arg("documents", grouped_number(data.counts.documents)));
}

std::string head(const ReportData& data) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><meta "
      "http-equiv=\"Content-Security-Policy\" "
      "content=\"{}\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta "
      "name=\"referrer\" "
      "content=\"no-referrer\"><title>{}</title><script>{}</script><style>\n{}{}</style></head>\n<body>",
      tag_of(data.run.language), kPolicy, title(data, PageWords(data.run.language)), kEarlyScript,
      page_style(), label_style());
}

std::string navigation(const ReportData& data) {
  std::string links;
  const auto add = [&](std::string_view target, Phrase text) {
    links += fmt::format("<a href=\"#{}\">{}</a>", target, in_both(text));
  };
  add("overview", Phrase::overview);
  if (!data.warnings.empty()) add("warnings", Phrase::warnings);
  add("clusters", Phrase::clusters);
  add("pairs", Phrase::pairs);
  if (data.has_threshold) add("thresholds", Phrase::thresholds);
  add("charts", Phrase::charts);
  add("texts", Phrase::texts);
  add("run", Phrase::made);
  return "<nav>" + links + "</nav>";
}

std::string section(std::string_view id, std::string_view content) {
  return fmt::format("<section id=\"{}\">{}</section>", id, content);
}

std::string heading(Phrase text) { return fmt::format("<h2>{}</h2>", in_both(text)); }

/// Says what a list holds: "The 1,000 largest of 5,000 clusters."
std::string extent(std::size_t shown, std::uint64_t all, Phrase of_all, Phrase of_some) {
  return in_both("span", [&](const PageWords& words) {
    return words(shown == all ? of_all : of_some, fmt::arg("shown", grouped_number(shown)),
                 fmt::arg("all", grouped_number(all)));
  });
}

/// Returns a sortable table. `id` names its list in the data, which the script offers as a CSV file.
std::string table(std::string_view id, std::string_view columns, const ReportSection& section) {
  if (section.shown == 0) return fmt::format("<p class=\"note\">{}</p>", in_both(Phrase::none_note));
  return fmt::format(
      "<table class=\"list\" data-list=\"{}\"><thead><tr>{}</tr></thead><tbody>\n{}</tbody></table>", id,
      columns, section.html);
}

std::string name_column(Phrase text) { return fmt::format("<th>{}</th>", in_both(text)); }
std::string number_column(Phrase text) { return fmt::format("<th class=\"number\">{}</th>", in_both(text)); }

std::string clusters_part(const ReportData& data, const ReportSection& clusters, std::uint64_t unreadable) {
  std::string note =
      extent(clusters.shown, data.counts.clusters, Phrase::all_clusters_note, Phrase::some_clusters_note) +
      (data.run.anonymise || clusters.shown == 0 ? "" : " " + in_both(Phrase::cluster_help_note));
  if (unreadable > 0 && !data.run.anonymise) {
    note += " " + in_both("span", [&](const PageWords& words) {
              return words(Phrase::left_out_note, fmt::arg("number", grouped_number(unreadable)));
            });
  }
  return section("clusters",
                 heading(Phrase::clusters) + fmt::format("<p class=\"note\">{}</p>", note) +
                     table("clusters",
                           name_column(Phrase::kept) + number_column(Phrase::documents) +
                               number_column(Phrase::exact_copies) + number_column(Phrase::farthest) +
                               number_column(Phrase::least_similar) + name_column(Phrase::members),
                           clusters));
}

std::string pairs_part(const ReportData& data, const ReportSection& pairs) {
  const std::string note =
      extent(pairs.shown, data.pair_count, Phrase::all_pairs_note, Phrase::some_pairs_note) +
      (data.has_threshold ? " " + in_both(Phrase::pairs_order_note) : "");
  return section("pairs", heading(Phrase::pairs) + fmt::format("<p class=\"note\">{}</p>", note) +
                              table("pairs",
                                    name_column(Phrase::kept) + name_column(Phrase::removed) +
                                        number_column(Phrase::distance) + number_column(Phrase::similarity) +
                                        "<th class=\"plain\"></th>",
                                    pairs));
}

/// Returns all texts. The script moves them to the rows that they belong to; without it they are read here.
std::string texts_part(const ReportData& data, const ShownTexts& texts) {
  const std::string note = in_both("span", [&](const PageWords& words) {
    return data.run.anonymise
               ? words(Phrase::texts_hidden_note)
               : words(Phrase::texts_note, fmt::arg("pairs", grouped_number(texts.diffs.shown)),
                       fmt::arg("documents", words.documents(texts.beginnings.shown)));
  });
  return section("texts", heading(Phrase::texts) +
                              fmt::format("<p class=\"note\">{} {}</p>", note, in_both(Phrase::bits_note)) +
                              texts.diffs.html + texts.beginnings.html);
}

/// Returns the words of the script in both languages.
std::string interface_json(const ReportData& data) {
  constexpr std::pair<std::string_view, Phrase> kWords[] = {
      {"filter", Phrase::filter},     {"matching", Phrase::matching}, {"more", Phrase::show_more},
      {"download", Phrase::download}, {"close", Phrase::close},       {"keys", Phrase::keys_note},
      {"same", Phrase::same_text},    {"bits", Phrase::bits_note},
  };
  JsonObject both(json_text);
  for (const ReportLanguage language : kReportLanguages) {
    JsonObject json(json_text);
    json.text("title", title(data, PageWords(language)));
    for (const auto& [name, text] : kWords) json.text(name, text_in(language, text));
    both.raw(tag_of(language), json.object());
  }
  return both.object();
}

std::string data_part(const ReportData& data, const LargeParts& parts) {
  const std::string lists =
      fmt::format("\"clusters\":{},\"pairs\":{},\"differences\":{},\"interface\":{}", parts.clusters.json,
                  parts.pairs.json, parts.texts.diffs.json, interface_json(data));
  return "<script type=\"application/json\" id=\"data\">" + parts_json(data, lists) + "</script>\n";
}

/// Returns a part in both languages.
template <typename Part>
std::string both_parts(const ReportData& data, std::string_view kind, const Part& part) {
  return in_both(kind, [&](const PageWords& words) { return part(data, words); });
}

}  // namespace

std::string report_page(const ReportData& data) {
  LargeParts parts;
  parts.texts.diffs = diff_items(data, kDiffBytes);
  parts.texts.beginnings = beginning_items(data, kBeginningBytes);
  parts.clusters = cluster_rows(data, parts.texts, kClusterBytes);
  parts.pairs = pair_rows(data, parts.texts, kPairBytes);
  std::string page = head(data) + navigation(data) + "<main><header><p class=\"brand\">neardup</p>";
  page += both_parts(data, "div", header_part) + "</header>";
  page += section("overview", both_parts(data, "div", cards_part));
  if (!data.warnings.empty()) page += section("warnings", both_parts(data, "div", warnings_part));
  page += clusters_part(data, parts.clusters, unreadable_members(data, parts.texts)) +
          pairs_part(data, parts.pairs);
  if (data.has_threshold) page += section("thresholds", both_parts(data, "div", thresholds_part));
  page += section("charts", both_parts(data, "div", charts_part));
  page += texts_part(data, parts.texts);
  page += section("run", both_parts(data, "div", run_part)) + "</main>\n";
  return page + data_part(data, parts) + "<script>\n" + std::string(page_script()) +
         "</script></body></html>\n";
}

}  // namespace neardup::internal
