#include "neardup/report/page/report_sections.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "neardup/corpus/json_text.h"
#include "neardup/report/page/chart.h"
#include "neardup/report/page/page_escape.h"
#include "neardup/util/number_text.h"

namespace neardup::internal {
namespace {

/// One row for people and one object for programs.
struct Item {
  std::string html;
  std::string json;
  [[nodiscard]] std::size_t bytes() const { return html.size() + json.size() + 2; }
};

/// Which items to leave out when there is not enough room for all: those at the end, or evenly.
enum class Cut { end, evenly };

ReportSection put_together(const std::vector<Item>& items, std::size_t most_bytes, Cut cut) {
  ReportSection section;
  section.is_shown.assign(items.size(), false);
  std::size_t all = 0;
  for (const Item& item : items) all += item.bytes();
  // An even share of the items takes about that share of the bytes; the check below enforces the limit.
  const double share = all <= most_bytes ? 1 : static_cast<double>(most_bytes) / static_cast<double>(all);
  JsonArray json;
  std::size_t used = 0;
  double due = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    due += cut == Cut::evenly ? share : 1;
    if (due < 1 || used + items[i].bytes() > most_bytes) continue;
    due -= 1;
    used += items[i].bytes();
    section.html += items[i].html;
    json.add(items[i].json);
    section.is_shown[i] = true;
    ++section.shown;
  }
  section.json = json.array();
  return section;
}

std::string name_cell(std::string_view id) { return fmt::format("<bdi>{}</bdi>", html_text(id)); }

std::string distance_or_dash(const std::optional<int>& distance) {
  return distance ? std::to_string(*distance) : "–";
}

std::string similarity_or_dash(const std::optional<double>& similarity) {
  return similarity ? similarity_for_page(*similarity) : "–";
}

Item cluster_item(const ReportCluster& cluster) {
  std::string others;
  JsonArray names;
  for (const std::string& other : cluster.others) {
    others += (others.empty() ? "" : ", ") + name_cell(other);
    names.add(json_text(other));
  }
  const std::uint64_t unnamed = cluster.documents - 1 - cluster.others.size();
  if (unnamed > 0) others += fmt::format(" and {} more", grouped_number(unnamed));
  JsonObject json(json_text);
  json.text("kept", cluster.kept).number("documents", cluster.documents).number("exact", cluster.exact);
  json.number_or_null("farthest", cluster.farthest)
      .number_or_null("least_similarity", cluster.least)
      .raw("others", names.array());
  return {
      fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                  name_cell(cluster.kept), grouped_number(cluster.documents), grouped_number(cluster.exact),
                  distance_or_dash(cluster.farthest), similarity_or_dash(cluster.least), others),
      json.object()};
}

Item pair_item(const ReportPair& shown, const ReportSection& diffs) {
  const DocumentPair& pair = shown.pair;
  const bool has_diff = shown.diff && diffs.is_shown[*shown.diff];
  JsonObject json(json_text);
  json.text("first", shown.first_id)
      .text("second", shown.second_id)
      .number_or_null("distance", pair.distance);
  json.number_or_null("similarity", pair.similarity).raw("exact", shown.is_exact ? "true" : "false");
  const std::string link = has_diff ? fmt::format("<a href=\"#difference-{}\">show</a>", *shown.diff + 1)
                                    : (shown.is_exact ? "none" : "");
  return {fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                      name_cell(shown.first_id), name_cell(shown.second_id), distance_or_dash(pair.distance),
                      similarity_or_dash(pair.similarity), link),
          json.object()};
}

std::string side_html(const DiffSide& side, std::string_view mark) {
  std::string out;
  for (const DiffStretch& stretch : side.stretches) {
    const std::string text = html_text(stretch.text, LineBreaks::keep);
    if (stretch.kind == DiffStretch::Kind::common) out += text;
    if (stretch.kind == DiffStretch::Kind::changed) out += fmt::format("<{0}>{1}</{0}>", mark, text);
    if (stretch.kind == DiffStretch::Kind::cut) out += "<span class=\"cut\"> … </span>";
  }
  return out;
}

/// Returns the text of one side as it is shown.
std::string side_text(const DiffSide& side) {
  std::string text;
  for (const DiffStretch& stretch : side.stretches)
    text += stretch.kind == DiffStretch::Kind::cut ? " … " : stretch.text;
  return text;
}

std::string column_html(std::string_view id, const DiffSide& side, std::string_view mark) {
  return fmt::format(
      "<div class=\"side\"><p class=\"who\">{} <small>{}</small></p><div class=\"text\" dir=\"auto\">{}"
      "</div></div>",
      name_cell(id), byte_text(side.text_bytes), side_html(side, mark));
}

/// Returns the number of blocks for the bit strip: by the pigeonhole principle, one of distance + 1
/// blocks has no difference. Falls back to 4 where that does not apply or takes more than kMostBlocks.
std::size_t blocks_of(const ReportData& data) {
  constexpr std::size_t kMostBlocks = 16;
  const auto needed = static_cast<std::size_t>(data.threshold) + 1;
  return data.by_similarity || !data.has_threshold || needed > kMostBlocks ? 4 : needed;
}

Item diff_item(const ReportData& data, const ReportPair& shown, std::size_t number) {
  const ReportDiff& diff = data.diffs[number];
  const std::string strip = bit_strip(diff.first, diff.second, blocks_of(data));
  std::string html = fmt::format(
      "<details class=\"difference\" id=\"difference-{}\"{}><summary><b>{}</b> <span class=\"ids\">{} · "
      "{}</span>"
      "</summary>{}",
      number + 1, number < 2 ? " open" : "",
      fmt::format("distance {} · similarity {}", distance_or_dash(shown.pair.distance),
                  similarity_or_dash(shown.pair.similarity)),
      name_cell(shown.first_id), name_cell(shown.second_id), strip);
  if (!data.run.anonymise) {
    if (!diff.is_marked)
      html += "<p class=\"note\">Too many words differ to mark them; these are the beginnings.</p>";
    html += "<div class=\"sides\">" + column_html(shown.first_id, diff.first, "del") +
            column_html(shown.second_id, diff.second, "ins") + "</div>";
  }
  JsonObject json(json_text);
  json.text("first", shown.first_id)
      .text("second", shown.second_id)
      .number_or_null("distance", shown.pair.distance);
  json.number_or_null("similarity", shown.pair.similarity);
  if (!data.run.anonymise)
    json.text("first_text", side_text(diff.first)).text("second_text", side_text(diff.second));
  return {html + "</details>\n", json.object()};
}

}  // namespace

std::string similarity_for_page(double similarity) {
  return similarity == 1 ? "1" : fmt::format("{:.3f}", std::floor(similarity * 1000 + 1e-9) / 1000);
}

ReportSection cluster_rows(const ReportData& data, std::size_t most_bytes) {
  std::vector<Item> items;
  for (const ReportCluster& cluster : data.clusters) items.push_back(cluster_item(cluster));
  return put_together(items, most_bytes, Cut::end);
}

ReportSection pair_rows(const ReportData& data, const ReportSection& diffs, std::size_t most_bytes) {
  std::vector<Item> items;
  for (const ReportPair& pair : data.pairs) items.push_back(pair_item(pair, diffs));
  return put_together(items, most_bytes, Cut::evenly);
}

ReportSection diff_items(const ReportData& data, std::size_t most_bytes) {
  std::vector<Item> items;
  for (const ReportPair& pair : data.pairs) {
    if (pair.diff) items.push_back(diff_item(data, pair, *pair.diff));
  }
  return put_together(items, most_bytes, Cut::evenly);
}

}  // namespace neardup::internal
