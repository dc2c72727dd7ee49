#include "neardup/corpus/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "neardup/corpus/json_string.h"
#include "neardup/text/utf8.h"

namespace neardup::internal {

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

/// Returns the position after the closing quote of the string that begins at `begin`.
std::size_t end_of_string(std::string_view json, std::size_t begin) {
  std::size_t i = begin + 1;
  while (i < json.size() && json[i] != '"') i += json[i] == '\\' ? 2 : 1;
  return std::min(i + 1, json.size());
}

/// Returns the end of the member that begins at `begin`: the position of the comma or brace after its value.
std::size_t end_of_member(std::string_view json, std::size_t begin) {
  int depth = 0;
  for (std::size_t i = begin; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') {
      i = end_of_string(json, i) - 1;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (depth == 0 && (c == ',' || c == '}')) {
      return i;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return json.size();
}

bool has_name(std::string_view member, std::string_view name) {
  const std::size_t quote = member.find('"');
  if (quote == std::string_view::npos) return false;
  const std::size_t end = end_of_string(member, quote);
  return unescape_json(member.substr(quote + 1, end - quote - 2), LoneSurrogates::keep).text == name;
}

}  // namespace

std::string without_member(std::string_view record, std::string_view name) {
  const std::size_t open = record.find('{');
  std::string kept(record.substr(0, open + 1));
  std::size_t begin = open + 1;
  bool is_first = true;
  while (begin < record.size()) {
    const std::size_t end = end_of_member(record, begin);
    const std::string_view member = record.substr(begin, end - begin);
    if (!has_name(member, name)) {
      if (!is_first) kept += ',';
      kept += member;
      is_first = false;
    }
    if (end >= record.size() || record[end] == '}')
      return kept += record.substr(std::min(end, record.size()));
    begin = end + 1;
  }
  return kept;
}

std::string json_string(std::string_view text) {
  std::string out = "\"";
  if (find_malformed_utf8(text) == std::string_view::npos) {
    for (const char c : text) append_escaped(out, c);
  } else {
    for (const char c : repair_utf8(text).text) append_escaped(out, c);
  }
  return out + '"';
}

JsonObject& JsonObject::raw(std::string_view name, std::string_view json) {
  if (!members_.empty()) members_ += ',';
  members_ += json_string(name);
  members_ += ':';
  members_ += json;
  return *this;
}

JsonObject& JsonObject::number(std::string_view name, double value) {
  return raw(name, std::isfinite(value) ? fmt::format("{}", value) : "null");
}

void JsonArray::add(std::string_view json) {
  if (!items_.empty()) items_ += ',';
  items_ += json;
}

}  // namespace neardup::internal
