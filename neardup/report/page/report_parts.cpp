#include "neardup/report/page/report_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "neardup/corpus/json_text.h"
#include "neardup/report/page/chart.h"
#include "neardup/report/page/page_escape.h"
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

std::string distance_numbers(const ReportData& data) {
  std::string rows;
  for (std::size_t i = 0; i < data.pairs_by_distance.size(); ++i) {
    if (!has_row(data, i)) continue;
    rows +=
        fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>", i,
                    grouped_number(data.pairs_by_distance[i]), rounded_number(estimated_pairs(data, i)),
                    rounded_number(chance_pairs(data.profile.fingerprints, data.bits, static_cast<int>(i))));
  }
  return "<details><summary>The numbers</summary><div "
         "class=\"scroll\"><table><thead><tr><th>distance<th>removed and kept<th>"
         "estimated in all<th>expected by chance</tr></thead><tbody>" +
         rows + "</tbody></table></div></details>";
}

std::string size_numbers(const ReportData& data) {
  std::string rows;
  for (const auto& [size, clusters] : data.cluster_sizes)
    rows += fmt::format("<tr><td>{}</td><td>{}</td></tr>", grouped_number(size), grouped_number(clusters));
  return "<details><summary>The numbers</summary><div "
         "class=\"scroll\"><table><thead><tr><th>documents<th>clusters"
         "</tr></thead><tbody>" +
         rows + "</tbody></table></div></details>";
}

std::string figure(std::string_view title, std::string_view drawing, std::string_view caption,
                   std::string_view numbers) {
  return fmt::format("<figure><h3>{}</h3><div class=\"chart\">{}</div><figcaption>{}</figcaption>{}</figure>",
                     title, drawing, caption, numbers);
}

std::string distance_caption(const ReportData& data) {
  const std::string sample =
      data.profile.sampled == 0 || data.profile.scale() <= 1.0001
          ? "counted"
          : fmt::format("estimated from {} fingerprints", grouped_number(data.profile.sampled));
  return fmt::format(
      "<span class=\"key found\"></span>a removed document and the kept one "
      "<span class=\"key rest\"></span>{} ({}) "
      "<span class=\"key chance\"></span>expected by chance among {} fingerprints of {} bits. Where "
      "the bars leave the curve, duplicates begin.",
      "all pairs", sample, grouped_number(data.profile.fingerprints), data.bits);
}

std::string threshold_name(const ReportData& data, double threshold) {
  return data.by_similarity ? similarity_for_page(threshold) : fmt::format("{}", threshold);
}

std::string threshold_row(const ReportData& data, const ThresholdOutcome& outcome) {
  const bool is_own = outcome.threshold == data.threshold;
  const std::string chance =
      !data.has_chance
          ? ""
          : fmt::format("<td>{}</td>",
                        rounded_number(chance_pairs_within(data.profile.fingerprints, data.bits,
                                                           static_cast<int>(outcome.threshold))));
  return fmt::format("<tr{}><td>{}{}</td><td>{}</td><td>{}</td><td>{:.2f} %</td><td>{}</td>{}</tr>\n",
                     is_own ? " class=\"own\"" : "", threshold_name(data, outcome.threshold),
                     is_own ? " (this run)" : "", grouped_number(outcome.clusters),
                     grouped_number(outcome.removed), percent(outcome.removed, data.counts.documents),
                     grouped_number(outcome.largest), chance);
}

std::string counts_json(const ReportData& data) {
  JsonObject json(json_text);
  const DeduplicationCounts& counts = data.counts;
  json.number("documents", counts.documents).number("kept", counts.kept).number("exact", counts.exact);
  json.number("near", counts.near).number("clusters", counts.clusters).number("largest", counts.largest);
  json.number("reference", data.reference_documents).number("pairs", data.pair_count);
  json.number("too_short", data.too_short).number("without_fingerprint", data.without_fingerprint);
  json.number("text_bytes", data.text_bytes);
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
    list.add(json.text("title", warning.title).text("text", warning.text).object());
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

std::string header_part(const ReportData& data) {
  const DeduplicationCounts& counts = data.counts;
  std::string out = fmt::format(
      "<header><p class=\"brand\">neardup</p><h1>{} of {} are duplicates</h1><p class=\"lead\">{} exact and "
      "{} near "
      "duplicates in {}; {} {}. Rule: {}.</p>",
      grouped_number(removed(data)), plural(counts.documents, "document"), grouped_number(counts.exact),
      grouped_number(counts.near), plural(counts.clusters, "cluster"), plural(counts.kept, "document"),
      counts.kept == 1 ? "stays" : "stay", html_text(data.rule));
  out += "<div class=\"share\">" + bar_piece("kept", "kept", counts.kept, counts.documents) +
         bar_piece("found", "near duplicates", counts.near, counts.documents) +
         bar_piece("exact", "exact duplicates", counts.exact, counts.documents) + "</div>";
  return out +
         "<p class=\"legend\"><span class=\"key kept\"></span>kept <span class=\"key found\"></span>near "
         "duplicates <span class=\"key exact\"></span>exact duplicates</p></header>";
}

std::string cards_part(const ReportData& data) {
  const DeduplicationCounts& counts = data.counts;
  const auto share = [&](std::uint64_t part) {
    return fmt::format("{:.1f} %", percent(part, counts.documents));
  };
  std::string out = "<section class=\"cards\" id=\"overview\">";
  out += card("documents", grouped_number(counts.documents), byte_text(data.text_bytes) + " of text");
  out += card("kept", grouped_number(counts.kept), share(counts.kept));
  out += card("exact duplicates", grouped_number(counts.exact), share(counts.exact));
  out += card("near duplicates", grouped_number(counts.near), share(counts.near));
  out += card("clusters", grouped_number(counts.clusters),
              counts.clusters > 0 ? "the largest of " + grouped_number(counts.largest) : "");
  out += card("too short", grouped_number(data.too_short), "to judge");
  if (data.by_similarity && counts.documents > 0)
    out += card("expected recall", percent_text(data.expected_recall, 2), "at the threshold");
  if (data.reference_documents > 0)
    out += card("reference", grouped_number(data.reference_documents), "documents, untouched");
  return out + "</section>";
}

std::string warnings_part(const ReportData& data) {
  if (data.warnings.empty()) return {};
  std::string out = "<section id=\"warnings\"><h2>Worth knowing</h2>";
  for (const ReportWarning& warning : data.warnings) {
    out += fmt::format("<p class=\"warning\"><b>{}.</b> {}</p>", html_text(warning.title),
                       html_text(warning.text));
  }
  return out + "</section>";
}

std::string charts_part(const ReportData& data) {
  std::string out = "<section id=\"charts\"><h2>How far apart</h2><div class=\"charts\">";
  if (data.by_similarity) {
    out += figure("Similarity to the kept document", similarity_chart(data),
                  "<span class=\"key found\"></span>similar <span class=\"key exact\"></span>equal. Each "
                  "removed document "
                  "counts once, with the document kept in its place.",
                  "");
  }
  out +=
      figure("Distance of all pairs", distance_chart(data), distance_caption(data), distance_numbers(data));
  out += figure("Size of the clusters", cluster_size_chart(data),
                "Both axes are logarithmic. A dot far to the right is one text repeated very often.",
                size_numbers(data));
  return out + "</div></section>";
}

std::string thresholds_part(const ReportData& data) {
  if (!data.has_threshold) return {};
  std::string rows;
  for (const ThresholdOutcome& outcome : data.thresholds) rows += threshold_row(data, outcome);
  return fmt::format(
      "<section id=\"thresholds\"><h2>What a stricter {} would have done</h2><p class=\"note\">Estimated "
      "from the "
      "pairs of this run: a removed document whose pair is too weak for the threshold stays. Looser "
      "thresholds would "
      "find pairs that this run did not look for; <code>neardup tune</code> covers those.</p><div "
      "class=\"scroll\"><table><thead><tr><th>{}<th>clusters<th>removed<th>share<th>largest "
      "cluster{}</tr>"
      "</thead><tbody>\n{}</tbody></table></div></section>",
      data.by_similarity ? "similarity" : "distance",
      data.by_similarity ? "similarity at least" : "distance at most",
      data.has_chance ? "<th>pairs by chance" : "", rows);
}

std::string run_part(const ReportData& data) {
  const ReportOptions& run = data.run;
  std::string facts = fact("version", fmt::format("neardup {}", kVersion));
  if (!run.time.empty()) facts += fact("written", run.time);
  if (!run.command_line.empty()) facts += fact("command", run.command_line);
  facts += fact("rule", data.rule) + fact("recipe", data.recipe);
  for (const auto& [name, value] : run.parameters) facts += fact(name, value);
  facts += fact("found by", data.plan);
  facts += fact("corpus",
                fmt::format("{}, {}", plural(data.counts.documents + data.reference_documents, "document"),
                            byte_text(data.text_bytes)));
  if (run.seconds > 0) {
    facts += fact("speed", fmt::format("{:.2f} s, {}/s", run.seconds,
                                       byte_text(static_cast<std::uint64_t>(
                                           static_cast<double>(data.text_bytes) / run.seconds))));
  }
  if (run.peak_memory_bytes > 0) facts += fact("peak memory", byte_text(run.peak_memory_bytes));
  return "<section id=\"run\"><h2>How this was made</h2><dl>" + facts + "</dl></section>";
}

std::string parts_json(const ReportData& data, const std::string& lists) {
  JsonObject json(json_text);
  json.number("format", 1).text("version", kVersion).text("recipe", data.recipe);
  json.text("rule", data.rule)
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
