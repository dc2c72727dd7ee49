#include "neardup/report/page/report_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "neardup/corpus/json_text.h"
#include "neardup/report/page/chart.h"
#include "neardup/report/page/page_escape.h"
#include "neardup/report/page/page_words.h"
#include "neardup/report/page/report_sections.h"
#include "neardup/report/tune/chance.h"
#include "neardup/util/number_text.h"
#include "neardup/version.h"

namespace neardup::internal {
namespace {

constexpr std::size_t kMostValueBytes = 4000;  // limit for a parameter or the command line

std::uint64_t removed(const ReportData& data) { return data.counts.exact + data.counts.near; }

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string bar_piece(std::string_view kind, std::string_view name, std::uint64_t part, std::uint64_t whole) {
  if (part == 0) return {};
  return fmt::format("<span class=\"{}\" style=\"flex-grow:{}\" title=\"{} {}\"></span>", kind,
                     std::max(percent(part, whole), 0.4), grouped_number(part), name);
}

std::string card(std::string_view name, std::string_view value, std::string_view note = {}) {
  return fmt::format("<div class=\"card\"><b>{}</b><span>{}</span>{}</div>", value, name,
                     note.empty() ? "" : fmt::format("<small>{}</small>", note));
}

std::string fact(std::string_view name, std::string_view value) {
  return fmt::format("<dt>{}</dt><dd>{}</dd>", html_text(name), html_text(shortened(value, kMostValueBytes)));
}

/// Returns true for distances worth a row: those with pairs, and those within the rule's threshold.
bool has_row(const ReportData& data, std::size_t distance) {
  return data.pairs_by_distance[distance] > 0 || estimated_pairs(data, distance) > 0 ||
         (!data.by_similarity && static_cast<double>(distance) <= data.threshold);
}

std::string numbers_table(const PageWords& words, std::string_view heads, std::string_view rows) {
  return fmt::format(
      "<details><summary>{}</summary><table "
      "class=\"numbers\"><thead><tr>{}</tr></thead><tbody>{}</tbody></table>"
      "</details>",
      words(Phrase::numbers), heads, rows);
}

std::string head_cell(std::string_view name) { return fmt::format("<th>{}</th>", name); }

std::string distance_numbers(const ReportData& data, const PageWords& words) {
  std::string rows;
  for (std::size_t i = 0; i < data.pairs_by_distance.size(); ++i) {
    if (!has_row(data, i)) continue;
    rows +=
        fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>", i,
                    grouped_number(data.pairs_by_distance[i]), rounded_number(estimated_pairs(data, i)),
                    rounded_number(chance_pairs(data.profile.fingerprints, data.bits, static_cast<int>(i))));
  }
  return numbers_table(words,
                       head_cell(words(Phrase::distance)) + head_cell(words(Phrase::removed_and_kept)) +
                           head_cell(words(Phrase::estimated_in_all)) + head_cell(words(Phrase::by_chance)),
                       rows);
}

std::string size_numbers(const ReportData& data, const PageWords& words) {
  std::string rows;
  for (const auto& [size, clusters] : data.cluster_sizes)
    rows += fmt::format("<tr><td>{}</td><td>{}</td></tr>", grouped_number(size), grouped_number(clusters));
  return numbers_table(words, head_cell(words(Phrase::documents)) + head_cell(words(Phrase::cluster_count)),
                       rows);
}

std::string figure(std::string_view title, std::string_view drawing, std::string_view caption,
                   std::string_view numbers) {
  return fmt::format("<figure><h3>{}</h3><div class=\"chart\">{}</div><figcaption>{}</figcaption>{}</figure>",
                     title, drawing, caption, numbers);
}

std::string distance_caption(const ReportData& data, const PageWords& words) {
  const std::string how =
      data.profile.sampled == 0 || data.profile.scale() <= 1.0001
          ? words(Phrase::counted)
          : words(Phrase::estimated_from, fmt::arg("sampled", grouped_number(data.profile.sampled)));
  return words(Phrase::distance_caption_note, fmt::arg("how", how),
               fmt::arg("fingerprints", grouped_number(data.profile.fingerprints)),
               fmt::arg("bits", data.bits));
}

std::string threshold_name(const ReportData& data, double threshold) {
  return data.by_similarity ? similarity_for_page(threshold) : fmt::format("{}", threshold);
}

std::string threshold_row(const ReportData& data, const ThresholdOutcome& outcome, const PageWords& words) {
  const bool is_own = outcome.threshold == data.threshold;
  const std::string chance =
      !data.has_chance
          ? ""
          : fmt::format("<td>{}</td>",
                        rounded_number(chance_pairs_within(data.profile.fingerprints, data.bits,
                                                           static_cast<int>(outcome.threshold))));
  return fmt::format("<tr{}><td>{}{}</td><td>{}</td><td>{}</td><td>{:.2f} %</td><td>{}</td>{}</tr>\n",
                     is_own ? " class=\"own\"" : "", threshold_name(data, outcome.threshold),
                     is_own ? fmt::format(" ({})", words(Phrase::this_run)) : "",
                     grouped_number(outcome.clusters), grouped_number(outcome.removed),
                     percent(outcome.removed, data.counts.documents), grouped_number(outcome.largest),
                     chance);
}

std::string counts_json(const ReportData& data) {
  JsonObject json(json_text);
  const DeduplicationCounts& counts = data.counts;
  json.number("documents", counts.documents).number("kept", counts.kept).number("exact", counts.exact);
  json.number("near", counts.near).number("clusters", counts.clusters).number("largest", counts.largest);
  json.number("reference", data.reference_documents).number("pairs", data.pair_count);
  json.number("too_short", data.too_short).number("without_fingerprint", data.without_fingerprint);
  json.number("without_text", data.without_text).number("text_bytes", data.text_bytes);
  return json.number("skipped", data.run.skipped).object();
}

std::string distances_json(const ReportData& data) {
  JsonArray list;
  for (std::size_t i = 0; i < data.pairs_by_distance.size(); ++i) {
    JsonObject json(json_text);
    json.number("distance", i).number("found", data.pairs_by_distance[i]);
    json.number("estimated", estimated_pairs(data, i));
    list.add(json.number("chance", chance_pairs(data.profile.fingerprints, data.bits, static_cast<int>(i)))
                 .object());
  }
  return list.array();
}

std::string similarities_json(const ReportData& data) {
  JsonArray list;
  for (std::size_t i = 0; i <= 100; ++i) {
    if (data.pairs_by_percent[i] == 0) continue;
    JsonObject json(json_text);
    json.number("from", static_cast<double>(i) / 100);
    list.add(json.number("pairs", data.pairs_by_percent[i]).object());
  }
  return list.array();
}

std::string sizes_json(const ReportData& data) {
  JsonArray list;
  for (const auto& [size, clusters] : data.cluster_sizes) {
    JsonObject json(json_text);
    list.add(json.number("documents", size).number("clusters", clusters).object());
  }
  return list.array();
}

std::string thresholds_json(const ReportData& data) {
  JsonArray list;
  for (const ThresholdOutcome& outcome : data.thresholds) {
    JsonObject json(json_text);
    json.number("threshold", outcome.threshold).number("clusters", outcome.clusters);
    list.add(json.number("removed", outcome.removed).number("largest", outcome.largest).object());
  }
  return list.array();
}

std::string warnings_json(const ReportData& data) {
  JsonArray list;
  for (const ReportWarning& warning : data.warnings) {
    JsonObject json(json_text);
    list.add(json.text("title", warning.title.english).text("text", warning.text.english).object());
  }
  return list.array();
}

std::string run_json(const ReportData& data) {
  JsonObject json(json_text);
  const ReportOptions& run = data.run;
  if (!run.time.empty()) json.text("time", run.time);
  if (!run.command_line.empty()) json.text("command", shortened(run.command_line, kMostValueBytes));
  if (run.seconds > 0) json.number("seconds", run.seconds);
  if (run.peak_memory_bytes > 0) json.number("peak_memory_bytes", run.peak_memory_bytes);
  JsonArray parameters;
  for (const auto& [name, value] : run.parameters) {
    JsonObject parameter(json_text);
    parameters.add(parameter.text("name", name).text("value", shortened(value, kMostValueBytes)).object());
  }
  return json.raw("parameters", parameters.array()).object();
}

}  // namespace

std::string header_part(const ReportData& data, const PageWords& words) {
  const DeduplicationCounts& counts = data.counts;
  std::string out = fmt::format("<h1>{}</h1><p class=\"lead\">{}</p>",
                                words(Phrase::headline, fmt::arg("removed", grouped_number(removed(data))),
                                      fmt::arg("documents", words.documents(counts.documents))),
                                words(Phrase::lead_note, fmt::arg("exact", grouped_number(counts.exact)),
                                      fmt::arg("near", grouped_number(counts.near)),
                                      fmt::arg("clusters", words.clusters(counts.clusters)),
                                      fmt::arg("stay", words.counted(counts.kept, Phrase::one_document_stays,
                                                                     Phrase::many_documents_stay)),
                                      fmt::arg("rule", html_text(data.rule.in(words.language())))));
  out += "<div class=\"share\">" + bar_piece("kept", words(Phrase::kept), counts.kept, counts.documents) +
         bar_piece("found", words(Phrase::near_duplicates), counts.near, counts.documents) +
         bar_piece("exact", words(Phrase::exact_duplicates), counts.exact, counts.documents) + "</div>";
  return out + fmt::format(
                   "<p class=\"legend\"><span class=\"key kept\"></span>{} <span class=\"key "
                   "found\"></span>{} <span class=\"key exact\"></span>{}</p>",
                   words(Phrase::kept), words(Phrase::near_duplicates), words(Phrase::exact_duplicates));
}

std::string cards_part(const ReportData& data, const PageWords& words) {
  const DeduplicationCounts& counts = data.counts;
  const auto share = [&](std::uint64_t part) {
    return fmt::format("{:.1f} %", percent(part, counts.documents));
  };
  std::string out = card(words(Phrase::documents), grouped_number(counts.documents),
                         words(Phrase::of_text, fmt::arg("size", words.size(data.text_bytes))));
  out += card(words(Phrase::kept), grouped_number(counts.kept), share(counts.kept));
  out += card(words(Phrase::exact_duplicates), grouped_number(counts.exact), share(counts.exact));
  out += card(words(Phrase::near_duplicates), grouped_number(counts.near), share(counts.near));
  const std::string largest =
      words(Phrase::largest_of, fmt::arg("documents", grouped_number(counts.largest)));
  out +=
      card(words(Phrase::cluster_count), grouped_number(counts.clusters), counts.clusters > 0 ? largest : "");
  out += card(words(Phrase::too_short), grouped_number(data.too_short), share(data.too_short));
  if (data.without_text > 0) out += card(words(Phrase::without_text), grouped_number(data.without_text), "");
  if (data.by_similarity && counts.documents > 0)
    out += card(words(Phrase::expected_recall), percent_text(data.expected_recall, 2),
                words(Phrase::at_threshold));
  if (data.reference_documents > 0)
    out += card(words(Phrase::reference), grouped_number(data.reference_documents), words(Phrase::untouched));
  return out;
}

std::string warnings_part(const ReportData& data, const PageWords& words) {
  std::string out = fmt::format("<h2>{}</h2>", words(Phrase::warnings));
  for (const ReportWarning& warning : data.warnings) {
    out +=
        fmt::format("<p class=\"warning\"><b>{}{}</b> {}</p>", html_text(warning.title.in(words.language())),
                    words.language() == ReportLanguage::english ? "." : "。",
                    html_text(warning.text.in(words.language())));
  }
  return out;
}

std::string charts_part(const ReportData& data, const PageWords& words) {
  std::string out = fmt::format("<h2>{}</h2><div class=\"charts\">", words(Phrase::how_far));
  if (data.by_similarity) {
    out += figure(words(Phrase::similarity_title), similarity_chart(data, words),
                  words(Phrase::similarity_caption_note), "");
  }
  out += figure(words(Phrase::distance_title), distance_chart(data, words), distance_caption(data, words),
                distance_numbers(data, words));
  out += figure(words(Phrase::size_title), cluster_size_chart(data, words), words(Phrase::size_caption_note),
                size_numbers(data, words));
  return out + "</div>";
}

std::string thresholds_part(const ReportData& data, const PageWords& words) {
  std::string rows;
  for (const ThresholdOutcome& outcome : data.thresholds) rows += threshold_row(data, outcome, words);
  std::string heads;
  for (const Phrase head : {data.by_similarity ? Phrase::similarity_at_least : Phrase::distance_at_most,
                            Phrase::cluster_count, Phrase::removed, Phrase::share, Phrase::largest_cluster})
    heads += head_cell(words(head));
  if (data.has_chance) heads += head_cell(words(Phrase::pairs_by_chance));
  return fmt::format(
      "<h2>{}</h2><p class=\"note\">{}</p><table "
      "class=\"numbers\"><thead><tr>{}</tr></thead><tbody>\n{}</tbody>"
      "</table>",
      words(data.by_similarity ? Phrase::stricter_similarity : Phrase::stricter_distance),
      words(Phrase::stricter_note), heads, rows);
}

std::string run_part(const ReportData& data, const PageWords& words) {
  const ReportOptions& run = data.run;
  std::string facts = fact(words(Phrase::version), fmt::format("neardup {}", kVersion));
  if (!run.time.empty()) facts += fact(words(Phrase::written), run.time);
  if (!run.command_line.empty()) facts += fact(words(Phrase::command), run.command_line);
  facts +=
      fact(words(Phrase::rule), data.rule.in(words.language())) + fact(words(Phrase::recipe), data.recipe);
  for (const auto& [name, value] : run.parameters) facts += fact(name, value);
  facts += fact(words(Phrase::found_by), data.plan);
  facts += fact(words(Phrase::corpus),
                fmt::format("{} · {}", words.documents(data.counts.documents + data.reference_documents),
                            words.size(data.text_bytes)));
  if (run.seconds > 0) {
    const auto per_second = static_cast<std::uint64_t>(static_cast<double>(data.text_bytes) / run.seconds);
    facts += fact(words(Phrase::speed), fmt::format("{:.2f} s, {}/s", run.seconds, words.size(per_second)));
  }
  if (run.peak_memory_bytes > 0) facts += fact(words(Phrase::peak_memory), words.size(run.peak_memory_bytes));
  return fmt::format("<h2>{}</h2><dl>{}</dl>", words(Phrase::made), facts);
}

std::string parts_json(const ReportData& data, const std::string& lists) {
  JsonObject json(json_text);
  json.number("format", 2).text("version", kVersion).text("recipe", data.recipe);
  json.text("rule", data.rule.english)
      .text("by", !data.has_threshold  ? "sentences"
                  : data.by_similarity ? "similarity"
                                       : "distance");
  if (data.has_threshold) json.number("threshold", data.threshold);
  json.text("plan", data.plan).number("bits", data.bits).number("expected_recall", data.expected_recall);
  json.raw("run", run_json(data)).raw("counts", counts_json(data)).raw("distances", distances_json(data));
  json.raw("similarities", similarities_json(data)).raw("cluster_sizes", sizes_json(data));
  json.raw("thresholds", thresholds_json(data)).raw("warnings", warnings_json(data));
  std::string object = json.object();
  object.pop_back();
  return object + "," + lists + "}";
}

}  // namespace neardup::internal
