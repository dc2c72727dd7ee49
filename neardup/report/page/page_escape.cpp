#include "neardup/report/page/page_escape.h"

#include <fmt/format.h>

#include "neardup/text/invisible.h"
#include "neardup/text/utf8.h"

namespace neardup::internal {
namespace {

void append_html(std::string& out, char32_t c, LineBreaks line_breaks) {
  constexpr char32_t kPictures = 0x2400;  // pictures of the control characters, in their order
  constexpr char32_t kPictureOfDelete = 0x2421;
  const bool is_break = c == '\n' || c == '\t';
  if (c == '&' || c == '<' || c == '>' || c == '"' || c == '\'' || c == '`') {
    out += fmt::format("&#{};", static_cast<std::uint32_t>(c));
  } else if (c < 0x20 && !(is_break && line_breaks == LineBreaks::keep)) {
    append_utf8(out, kPictures + c);
  } else if (c == 0x7F) {
    append_utf8(out, kPictureOfDelete);
  } else if (is_invisible(c)) {
    out += fmt::format("⟨U+{:04X}⟩", static_cast<std::uint32_t>(c));
  } else {
    append_utf8(out, c);
  }
}

void append_json(std::string& out, char32_t c) {
  const bool is_plain = c >= 0x20 && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&' && c != '\'' &&
                        c != '`' && c != 0x7F && !is_invisible(c);
  if (is_plain) {
    append_utf8(out, c);
  } else if (c < 0x10000) {
    out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(c));
  } else {
    const auto rest = static_cast<std::uint32_t>(c) - 0x10000;
    out += fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF));
  }
}

}  // namespace

std::string html_text(std::string_view text, LineBreaks line_breaks) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t position = 0; position < text.size();)
    append_html(out, next_code_point(text, position), line_breaks);
  return out;
}

std::string json_text(std::string_view text) {
  std::string out = "\"";
  out.reserve(text.size() + 2);
  for (std::size_t position = 0; position < text.size();) append_json(out, next_code_point(text, position));
  return out + '"';
}

std::string shortened(std::string_view text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) return std::string(text);
  std::size_t end = 0;
  for (std::size_t next = 0; next <= most_bytes;) {
    end = next;
    static_cast<void>(next_code_point(text, next));
  }
  return std::string(text.substr(0, end)) + "…";
}

}  // namespace neardup::internal
