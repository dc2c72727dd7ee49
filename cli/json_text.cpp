#include "cli/json_text.h"

#include <fmt/format.h>

#include <cmath>

#include "neardup/corpus/utf8.h"

namespace neardup::cli {

namespace {

void append_escaped(std::string& out, char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (c == '"' || c == '\\') {
    out += '\\';
    out += c;
  } else if (c == '\n') {
    out += "\\n";
  } else if (c == '\t') {
    out += "\\t";
  } else if (c == '\r') {
    out += "\\r";
  } else if (byte < 0x20) {
    out += fmt::format("\\u{:04x}", byte);
  } else {
    out += c;
  }
}

}  // namespace

std::string json_string(std::string_view text) {
  std::string out = "\"";
  if (find_malformed_utf8(text) == std::string_view::npos) {
    for (const char c : text) append_escaped(out, c);
  } else {
    for (const char c : repair_utf8(text).text) append_escaped(out, c);
  }
  return out + '"';
}

JsonLine& JsonLine::raw(std::string_view name, std::string_view json) {
  if (!members_.empty()) members_ += ',';
  members_ += json_string(name);
  members_ += ':';
  members_ += json;
  return *this;
}

JsonLine& JsonLine::text(std::string_view name, std::string_view value) {
  return raw(name, json_string(value));
}

JsonLine& JsonLine::number(std::string_view name, double value) {
  return raw(name, std::isfinite(value) ? fmt::format("{}", value) : "null");
}

JsonLine& JsonLine::integer(std::string_view name, std::int64_t value) {
  return raw(name, fmt::format("{}", value));
}

}  // namespace neardup::cli
