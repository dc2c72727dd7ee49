#include <algorithm>
#include <array>
#include <string>

#include "neardup/corpus/web/html_parser.h"
#include "neardup/corpus/web/page_builder.h"

namespace neardup::internal {
namespace {

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

/// Returns the name of the tag at the beginning of `tag`, in lower case, without its slash.
std::string tag_name(std::string_view tag) {
  std::string name;
  for (const char c : tag.substr(tag.starts_with("/") ? 1 : 0)) {
    const char l = lower(c);
    const bool is_part = (l >= 'a' && l <= 'z') || (c >= '0' && c <= '9');
    if (!is_part || name.size() > 16) break;
    name += l;
  }
  return name;
}

/// Returns the offset just after </name>, or the end.
std::size_t end_of_element(std::string_view html, std::size_t from, std::string_view name) {
  while (true) {
    const std::size_t found = html.find("</", from);
    if (found == std::string_view::npos) return html.size();
    if (tag_name(html.substr(found + 1)) == name) {
      const std::size_t close = html.find('>', found);
      return close == std::string_view::npos ? html.size() : close + 1;
    }
    from = found + 2;
  }
}

void add_characters(std::string_view text, PageBuilder& builder) {
  constexpr auto kNames = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&nbsp;", " "}});
  while (!text.empty()) {
    const std::size_t ampersand = std::min(text.find('&'), text.size());
    builder.add_text(text.substr(0, ampersand));
    text.remove_prefix(ampersand);
    if (text.empty()) return;
    const auto name =
        std::ranges::find_if(kNames, [text](const auto& n) { return text.starts_with(n.first); });
    builder.add_text(name == kNames.end() ? text.substr(0, 1) : name->second);
    text.remove_prefix(name == kNames.end() ? 1 : name->first.size());
  }
}

}  // namespace

PageTree strip_tags(std::string_view html) {
  PageBuilder builder;
  for (std::size_t position = 0; position < html.size();) {
    const std::size_t tag = std::min(html.find('<', position), html.size());
    add_characters(html.substr(position, tag - position), builder);
    if (tag == html.size()) break;
    const std::string name = tag_name(html.substr(tag + 1));
    const TagKind kind = meaning_of_tag(name).kind;
    const bool is_block = kind == TagKind::block || kind == TagKind::dropped;
    if (is_block) {
      builder.open("p", {});
      builder.close();
    }
    const std::size_t end = html.find('>', tag);
    if (end == std::string_view::npos) break;
    const bool holds_no_text = (name == "script" || name == "style") && html[tag + 1] != '/';
    position = holds_no_text ? end_of_element(html, end + 1, name) : end + 1;
  }
  PageTree page = builder.finish();
  page.is_fragment = true;
  return page;
}

}  // namespace neardup::internal
