#include "neardup/corpus/web/page_words.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

namespace neardup::internal {
namespace {

using Table = std::unordered_map<std::string_view, TagMeaning>;

void add_all(Table& table, std::initializer_list<std::string_view> names, const TagMeaning& meaning) {
  for (const std::string_view name : names) table.emplace(name, meaning);
}

Table make_table() {
  Table table;
  add_all(table, {"abbr",   "acronym", "b",   "bdi",  "bdo",  "big", "cite", "code",  "data",
                  "del",    "dfn",     "em",  "font", "i",    "img", "ins",  "kbd",   "label",
                  "mark",   "nobr",    "q",   "ruby", "rb",   "s",   "samp", "small", "span",
                  "strike", "strong",  "sub", "sup",  "time", "tt",  "u",    "var",   "wbr"},
          {.kind = TagKind::inline_text});
  table.emplace("a", TagMeaning{.kind = TagKind::link});
  table.emplace("br", TagMeaning{.kind = TagKind::line_break});
  table.emplace("title", TagMeaning{.kind = TagKind::title});
  add_all(table, {"meta", "link", "base"}, {.kind = TagKind::meta});
  add_all(table, {"nav", "footer", "aside", "menu", "dialog", "iframe", "object", "noscript"},
          {.kind = TagKind::dropped});
  add_all(table, {"script", "style",    "template", "svg",    "canvas",   "embed",    "applet",
                  "audio",  "video",    "map",      "select", "option",   "datalist", "button",
                  "input",  "textarea", "rp",       "rt",     "progress", "meter"},
          {.kind = TagKind::dropped_inline});
  add_all(table, {"div", "section", "body", "html", "td", "center", "table", "tbody", "tr", "frameset"},
          {.may_hold_page = true});
  table["main"] = {.role = ElementRole::main_part, .may_hold_page = true};
  table["article"] = {.role = ElementRole::article, .may_hold_page = true};
  table["header"] = {.role = ElementRole::header};
  table["form"] = {.role = ElementRole::form, .may_hold_page = true};
  add_all(table, {"ul", "ol", "dl"}, {.role = ElementRole::list});
  table["table"].role = ElementRole::list;
  add_all(table, {"td", "th"}, {.block = BlockKind::row, .may_hold_page = true});
  table["td"].block = BlockKind::row;
  table["p"] = {.block = BlockKind::paragraph};
  table["blockquote"] = {.block = BlockKind::paragraph};
  add_all(table, {"li", "dt", "dd"}, {.block = BlockKind::item});
  add_all(table, {"pre", "listing", "xmp", "plaintext"}, {.block = BlockKind::preformatted});
  add_all(table, {"figcaption", "caption"}, {.block = BlockKind::caption});
  constexpr auto kHeadings = std::to_array<std::string_view>({"h1", "h2", "h3", "h4", "h5", "h6"});
  for (std::size_t i = 0; i < kHeadings.size(); ++i)
    table[kHeadings[i]] = {.block = BlockKind::heading, .level = static_cast<std::uint8_t>(i + 1)};
  return table;
}

// In order, for binary search. Names on Chinese sites are mostly English, some are Pinyin.
constexpr auto kFrameWords = std::to_array<std::string_view>(
    {"ad",         "ads",         "advert",     "advertisement",   "adverts",      "banner",    "bottombar",
     "breadcrumb", "breadcrumbs", "consent",    "cookie",          "cookies",      "copyright", "crumb",
     "crumbs",     "daohang",     "foot",       "footer",          "gdpr",         "guanggao",  "hidden",
     "login",      "masthead",    "menu",       "mianbaoxie",      "modal",        "nav",       "navbar",
     "navigation", "navs",        "newsletter", "pager",           "pagination",   "paywall",   "popup",
     "promo",      "promotion",   "recommend",  "recommendations", "recommended",  "related",   "share",
     "sharebar",   "sharing",     "sidebar",    "sidenav",         "signin",       "signup",    "skip",
     "social",     "sponsor",     "sponsored",  "subscribe",       "subscription", "tagcloud",  "toc",
     "toolbar",    "topbar",      "tuijian",    "widget",          "widgets",      "xiangguan"});
constexpr auto kCommentWords =
    std::to_array<std::string_view>({"comment", "comments", "disqus", "pinglun", "respond"});
static_assert(std::ranges::is_sorted(kFrameWords));
static_assert(std::ranges::is_sorted(kCommentWords));

bool is_upper(char c) noexcept { return c >= 'A' && c <= 'Z'; }
bool is_letter(char c) noexcept { return is_upper(c) || (c >= 'a' && c <= 'z'); }

}  // namespace

const TagMeaning& meaning_of_tag(std::string_view name) {
  static const Table table = make_table();
  static const TagMeaning unknown;
  const auto found = table.find(name);
  return found == table.end() ? unknown : found->second;
}

ElementRole role_of_words(std::string_view class_or_id) {
  ElementRole role = ElementRole::plain;
  for (std::size_t begin = 0; begin < class_or_id.size();) {
    std::size_t end = begin;
    std::array<char, 16> word{};  // no word of the lists is longer
    std::size_t length = 0;
    while (end < class_or_id.size() && is_letter(class_or_id[end])) {
      const bool starts_word = end > begin && is_upper(class_or_id[end]) && !is_upper(class_or_id[end - 1]);
      if (starts_word) break;
      if (length < word.size()) word[length] = static_cast<char>(class_or_id[end] | 0x20);
      ++length;
      ++end;
    }
    const std::string_view found(word.data(), std::min(length, word.size()));
    if (std::ranges::binary_search(kFrameWords, found)) return ElementRole::frame;
    if (std::ranges::binary_search(kCommentWords, found)) role = ElementRole::comments;
    begin = std::max(end, begin + 1);
  }
  return role;
}

}  // namespace neardup::internal
