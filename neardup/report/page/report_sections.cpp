#include "neardup/report/page/report_sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "neardup/corpus/json_text.h"
#include "neardup/report/page/chart.h"
#include "neardup/report/page/page_escape.h"
#include "neardup/report/page/page_words.h"
#include "neardup/util/number_text.h"

namespace neardup::internal {
namespace {

constexpr std::size_t kMostPairLineBytes = 120;  // the line of text in a row of the pairs

/// One element for people and one object for programs.
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
    if (due < 1 || items[i].html.empty() || used + items[i].bytes() > most_bytes) continue;
    due -= 1;
    used += items[i].bytes();
    section.html += items[i].html;
    if (!items[i].json.empty()) json.add(items[i].json);
    section.is_shown[i] = true;
    ++section.shown;
  }
  section.json = json.array();
  return section;
}

/// Returns a link out of the page around `content`, or the content if the document has no URL.
std::string outward(const ReportDocument& document, std::string_view content) {
  if (document.url.empty()) return std::string(content);
  return fmt::format("<a class=\"out\" href=\"{}\" target=\"_blank\" rel=\"noopener noreferrer\">{}</a>",
                     html_text(document.url), content);
}

std::string name_html(const ReportDocument& document) {
  return outward(document, fmt::format("<bdi>{}</bdi>", html_text(document.id)));
}

std::string distance_or_dash(const std::optional<int>& distance) {
  return distance ? std::to_string(*distance) : "–";
}

std::string similarity_or_dash(const std::optional<double>& similarity) {
  return similarity ? similarity_for_page(*similarity) : "–";
}

/// Returns the name of the element with the text of the pair; empty if the page does not have it.
std::string target_of(const ReportPair& pair, const ShownTexts& texts) {
  if (pair.diff && texts.diffs.is_shown[*pair.diff]) return fmt::format("#difference-{}", *pair.diff + 1);
  if (pair.is_exact && texts.beginnings.is_shown[pair.kept]) return fmt::format("#text-{}", pair.kept + 1);
  return {};
}

std::string inward(std::string_view target, std::string_view kind, std::string_view content) {
  return target.empty() ? fmt::format("<span class=\"{}\">{}</span>", kind, content)
                        : fmt::format("<a class=\"{}\" href=\"{}\">{}</a>", kind, target, content);
}

/// Says which file a copy is from; other texts say so where they are read.
std::string whence_html(const ReportDocument& document, bool is_exact) {
  if (!is_exact || document.file.empty()) return {};
  return fmt::format(" <span class=\"file\"><bdi>{}</bdi></span>", html_text(document.file));
}

std::string member_html(const ReportData& data, const ReportPair& member, const ShownTexts& texts) {
  const ReportDocument& document = data.documents[member.removed];
  const std::string name = fmt::format("<bdi>{}</bdi>", html_text(document.id));
  return fmt::format(
      "<li>{}{}{}</li>", inward(target_of(member, texts), member.is_exact ? "member exact" : "member", name),
      document.url.empty() ? "" : " " + outward(document, "↗"), whence_html(document, member.is_exact));
}

std::string cluster_json(const ReportData& data, const ReportCluster& cluster) {
  JsonArray names;
  for (const ReportPair& member : cluster.members) names.add(json_text(data.documents[member.removed].id));
  JsonObject json(json_text);
  json.text("kept", data.documents[cluster.kept].id).number("documents", cluster.documents);
  json.number("exact", cluster.exact).number_or_null("farthest", cluster.farthest);
  return json.number_or_null("least_similarity", cluster.least).raw("others", names.array()).object();
}

Item cluster_item(const ReportData& data, const ReportCluster& cluster, const ShownTexts& texts) {
  const ReportDocument& kept = data.documents[cluster.kept];
  std::string members;
  for (const ReportPair& member : cluster.members) members += member_html(data, member, texts);
  const std::uint64_t unnamed = cluster.documents - 1 - cluster.members.size();
  if (unnamed > 0) members += fmt::format("<li class=\"more\">+ {}</li>", grouped_number(unnamed));
  const std::string target =
      texts.beginnings.is_shown[cluster.kept] ? fmt::format("#text-{}", cluster.kept + 1) : "";
  const std::string line = kept.line.empty() ? "" : inward(target, "line", html_text(kept.line));
  return {
      fmt::format("<tr><td>{}{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td><ul>{}</ul></td></tr>\n",
                  name_html(kept), line, grouped_number(cluster.documents), grouped_number(cluster.exact),
                  distance_or_dash(cluster.farthest), similarity_or_dash(cluster.least), members),
      cluster_json(data, cluster)};
}

std::string pair_json(const ReportData& data, const ReportPair& shown) {
  const bool first_is_kept = data.documents[shown.kept].ordinal == shown.pair.first;
  JsonObject json(json_text);
  json.text("first", data.documents[first_is_kept ? shown.kept : shown.removed].id)
      .text("second", data.documents[first_is_kept ? shown.removed : shown.kept].id)
      .text("kept", data.documents[shown.kept].id)
      .number_or_null("distance", shown.pair.distance);
  json.number_or_null("similarity", shown.pair.similarity).raw("exact", shown.is_exact ? "true" : "false");
  return json.object();
}

/// Returns the cell of a document in the row of a pair.
std::string named_cell(const ReportDocument& document, bool is_exact) {
  const std::string line = html_text(shortened(document.line, kMostPairLineBytes));
  return fmt::format("<td>{}{}{}</td>", name_html(document), whence_html(document, is_exact),
                     line.empty() ? "" : inward("", "line", line));
}

Item pair_item(const ReportData& data, const ReportPair& shown, const ShownTexts& texts) {
  const std::string target = target_of(shown, texts);
  const std::string read = target.empty() ? "" : fmt::format("<a class=\"read\" href=\"{}\">⇄</a>", target);
  return {fmt::format("<tr>{}{}<td>{}</td><td>{}</td><td>{}</td></tr>\n",
                      named_cell(data.documents[shown.kept], false),
                      named_cell(data.documents[shown.removed], shown.is_exact),
                      distance_or_dash(shown.pair.distance), similarity_or_dash(shown.pair.similarity), read),
          pair_json(data, shown)};
}

std::string stretches_html(const ReportDiff& diff) {
  std::string out;
  for (const DiffStretch& stretch : diff.stretches) {
    const std::string text = html_text(stretch.text, LineBreaks::keep);
    switch (stretch.kind) {
      case DiffStretch::Kind::common:
        out += text;
        break;
      case DiffStretch::Kind::removed:
        out += "<del>" + text + "</del>";
        break;
      case DiffStretch::Kind::added:
        out += "<ins>" + text + "</ins>";
        break;
      case DiffStretch::Kind::cut:
        out += "<span class=\"cut\"> … </span>";
        break;
    }
  }
  return out;
}

/// Says which document a text is: name, file and size.
std::string who_html(const ReportDocument& document, std::string_view role) {
  const std::string file = document.file.empty() ? ""
                                                 : fmt::format(" <span class=\"file\"><bdi>{}</bdi></span>",
                                                               html_text(document.file));
  return fmt::format("<p class=\"who {}\">{}{} <small>{}</small></p>", role, name_html(document), file,
                     document.text_bytes > 0 ? byte_text(document.text_bytes) : "");
}

/// Returns the number of blocks for the bit strip: by the pigeonhole principle, one of distance + 1
/// blocks has no difference. Falls back to 4 where that does not apply or takes more than kMostBlocks.
std::size_t blocks_of(const ReportData& data) {
  constexpr std::size_t kMostBlocks = 16;
  const auto needed = static_cast<std::size_t>(data.threshold) + 1;
  return data.by_similarity || !data.has_threshold || needed > kMostBlocks ? 4 : needed;
}

Item diff_item(const ReportData& data, std::size_t number) {
  const ReportDiff& diff = data.diffs[number];
  const ReportPair& pair = data.diff_pairs[number];
  const ReportDocument& kept = data.documents[pair.kept];
  const ReportDocument& removed = data.documents[pair.removed];
  std::string html = fmt::format(
      "<details class=\"reading\" id=\"difference-{}\"><summary><bdi>{}</bdi> · <bdi>{}</bdi></summary><div "
      "class=\"panel\"><p class=\"facts\"><span class=\"distance\">{}</span> <span "
      "class=\"similarity\">{}</span></p>{}{}{}",
      number + 1, html_text(kept.id), html_text(removed.id), distance_or_dash(pair.pair.distance),
      similarity_or_dash(pair.pair.similarity), bit_strip(diff.first, diff.second, blocks_of(data)),
      who_html(kept, "kept"), who_html(removed, "removed"));
  if (!data.run.anonymise) {
    if (!diff.is_marked) html += fmt::format("<p class=\"note\">{}</p>", in_both(Phrase::unmarked_note));
    html += fmt::format("<div class=\"text{}\" dir=\"auto\">{}</div>", diff.is_marked ? "" : " unmarked",
                        stretches_html(diff));
  }
  return {html + "</div></details>\n", pair_json(data, pair)};
}

Item beginning_item(const ReportDocument& document, std::size_t number) {
  if (document.text.empty()) return {};
  const std::string rest = document.text.size() < document.text_bytes ? "<span class=\"cut\"> … </span>" : "";
  return {fmt::format("<details class=\"reading\" id=\"text-{}\"><summary><bdi>{}</bdi></summary><div "
                      "class=\"panel\">{}<div class=\"text\" dir=\"auto\">{}{}</div></div></details>\n",
                      number + 1, html_text(document.id), who_html(document, "kept"),
                      html_text(document.text, LineBreaks::keep), rest),
          {}};
}

}  // namespace

std::string similarity_for_page(double similarity) {
  return similarity == 1 ? "1" : fmt::format("{:.3f}", std::floor(similarity * 1000 + 1e-9) / 1000);
}

ReportSection cluster_rows(const ReportData& data, const ShownTexts& texts, std::size_t most_bytes) {
  std::vector<Item> items;
  for (const ReportCluster& cluster : data.clusters) items.push_back(cluster_item(data, cluster, texts));
  return put_together(items, most_bytes, Cut::end);
}

ReportSection pair_rows(const ReportData& data, const ShownTexts& texts, std::size_t most_bytes) {
  std::vector<Item> items;
  for (const ReportPair& pair : data.pairs) items.push_back(pair_item(data, pair, texts));
  return put_together(items, most_bytes, Cut::evenly);
}

ReportSection diff_items(const ReportData& data, std::size_t most_bytes) {
  std::vector<Item> items;
  for (std::size_t i = 0; i < data.diffs.size(); ++i) items.push_back(diff_item(data, i));
  return put_together(items, most_bytes, Cut::end);
}

ReportSection beginning_items(const ReportData& data, std::size_t most_bytes) {
  std::vector<Item> items;
  for (std::size_t i = 0; i < data.documents.size(); ++i)
    items.push_back(beginning_item(data.documents[i], i));
  return put_together(items, most_bytes, Cut::end);
}

std::uint64_t unreadable_members(const ReportData& data, const ShownTexts& texts) {
  std::uint64_t count = 0;
  for (const ReportCluster& cluster : data.clusters)
    count += static_cast<std::uint64_t>(std::ranges::count_if(
        cluster.members, [&](const ReportPair& member) { return target_of(member, texts).empty(); }));
  return count;
}

std::string label_style() {
  // Selector, words. On a phone, rows are cards, and each cell says what it is.
  constexpr std::pair<std::string_view, Phrase> kLabels[] = {
      {".distance", Phrase::distance},
      {".similarity", Phrase::similarity},
      {".who.kept", Phrase::kept},
      {".who.removed", Phrase::removed},
      {".file", Phrase::from_file},
      {"[data-list=clusters] td:nth-child(1)", Phrase::kept},
      {"[data-list=clusters] td:nth-child(2)", Phrase::documents},
      {"[data-list=clusters] td:nth-child(3)", Phrase::exact_copies},
      {"[data-list=clusters] td:nth-child(4)", Phrase::farthest},
      {"[data-list=clusters] td:nth-child(5)", Phrase::least_similar},
      {"[data-list=clusters] td:nth-child(6)", Phrase::members},
      {"[data-list=pairs] td:nth-child(1)", Phrase::kept},
      {"[data-list=pairs] td:nth-child(2)", Phrase::removed},
      {"[data-list=pairs] td:nth-child(3)", Phrase::distance},
      {"[data-list=pairs] td:nth-child(4)", Phrase::similarity},
  };
  std::string out;
  for (const ReportLanguage language : kReportLanguages) {
    for (const auto& [selector, text] : kLabels)
      out += fmt::format(":root[lang={}] {}{{--label:\"{}\"}}\n", tag_of(language), selector,
                         text_in(language, text));
  }
  return out;
}

}  // namespace neardup::internal
