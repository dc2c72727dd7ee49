#include "neardup/corpus/web/html_parser.h"

#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>

#include <cstring>
#include <limits>
#include <memory>

#include "neardup/corpus/web/page_builder.h"

namespace neardup::internal {
namespace {

// libxml2 walks all open tags for each end tag that closes none, so depth bounds the time of hostile pages.
// Browsers cut at the same depth.
constexpr int kMostDepth = 512;

struct Parse {
  PageBuilder builder = {};
  htmlParserCtxtPtr parser = nullptr;
  bool is_too_deep = false;
};

std::string_view view(const xmlChar* text) {
  return text == nullptr ? std::string_view() : std::string_view(reinterpret_cast<const char*>(text));
}

TagAttributes read_attributes(const xmlChar** pairs) {
  TagAttributes attributes;
  for (; pairs != nullptr && pairs[0] != nullptr; pairs += 2) {
    const std::string_view name = view(pairs[0]);
    const std::string_view value = view(pairs[1]);
    if (name == "class") attributes.classes = value;
    if (name == "id") attributes.id = value;
    if (name == "role") attributes.role = value;
    if (name == "itemprop") attributes.itemprop = value;
    if (name == "style") attributes.style = value;
    if (name == "aria-hidden") attributes.aria_hidden = value;
    if (name == "hidden") attributes.is_hidden = true;
    if (name == "name" || name == "property") attributes.name = value;
    if (name == "content") attributes.content = value;
    if (name == "rel") attributes.rel = value;
    if (name == "href") attributes.href = value;
    if (name == "datetime") attributes.datetime = value;
  }
  return attributes;
}

void on_open(void* context, const xmlChar* name, const xmlChar** attributes) {
  Parse& parse = *static_cast<Parse*>(context);
  if (parse.parser->nameNr > kMostDepth) {
    parse.is_too_deep = true;
    xmlStopParser(parse.parser);
    return;
  }
  parse.builder.open(view(name), read_attributes(attributes));
}

void on_close(void* context, const xmlChar* /*name*/) { static_cast<Parse*>(context)->builder.close(); }

void on_text(void* context, const xmlChar* text, int length) {
  static_cast<Parse*>(context)->builder.add_text(
      {reinterpret_cast<const char*>(text), static_cast<std::size_t>(length)});
}

struct FreeParser {
  void operator()(htmlParserCtxtPtr parser) const noexcept { htmlFreeParserCtxt(parser); }
};

bool names_tag(std::string_view html, std::string_view tag) {
  for (std::size_t found = html.find('<'); found != std::string_view::npos; found = html.find('<', found + 1))
    if (html.size() - found > tag.size() &&
        ::strncasecmp(html.data() + found + 1, tag.data(), tag.size()) == 0)
      return true;
  return false;
}

}  // namespace

bool can_parse_html() noexcept { return true; }

PageTree parse_html(std::string_view html) {
  static const bool is_ready = [] {
    xmlInitParser();
    return true;
  }();
  constexpr std::size_t kMost = std::numeric_limits<int>::max();  // libxml2 counts in int
  html = html.substr(0, kMost);
  const std::unique_ptr<htmlParserCtxt, FreeParser> parser(
      html.empty() || !is_ready ? nullptr
                                : htmlCreateMemoryParserCtxt(html.data(), static_cast<int>(html.size())));
  if (!parser) return strip_tags(html);
  Parse parse{.parser = parser.get()};
  htmlSAXHandler& events = *parser->sax;
  events = {};
  events.startElement = on_open;
  events.endElement = on_close;
  events.characters = on_text;
  events.ignorableWhitespace = on_text;
  parser->userData = &parse;
  htmlCtxtUseOptions(parser.get(), HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                                       HTML_PARSE_NONET | HTML_PARSE_IGNORE_ENC);
  xmlSwitchEncoding(parser.get(), XML_CHAR_ENCODING_UTF8);
  htmlParseDocument(parser.get());
  if (parse.is_too_deep) return strip_tags(html);
  PageTree page = parse.builder.finish();
  page.is_fragment = !names_tag(html.substr(0, std::size_t{64} << 10), "body") &&
                     !names_tag(html.substr(0, std::size_t{64} << 10), "html");
  return page;
}

}  // namespace neardup::internal
