#include "neardup/corpus/web/page_records.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "neardup/corpus/json_text.h"
#include "neardup/corpus/raw_batch.h"
#include "neardup/corpus/web/html_parser.h"
#include "neardup/corpus/web/page_charset.h"
#include "neardup/corpus/web/warc_record.h"

namespace neardup::internal {
namespace {

constexpr std::string_view kNoParser =
    "this build cannot read HTML, because it was made without libxml2; skipped";

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

std::string to_utf8(std::string_view bytes, std::string_view declared, const ReadOptions& options) {
  return options.encoding == "auto" ? decode_page(bytes, declared) : decode_page_as(bytes, options.encoding);
}

/// Returns what a page calls one of our fields; empty for other fields.
std::string field_of_page(const WebPage& page, std::string_view field) {
  if (field == "url") return page.url;
  if (field == "host") return host_of(page.url);
  if (field == "date") return page.date;
  return field == "title" ? page.title : std::string();
}

std::string field_of_record(const WarcRecord& record, const WebPage& page, std::string_view field) {
  if (field == "title") return page.title;
  if (field == "url") return std::string(record.url());
  if (field == "host") return host_of(record.url());
  if (field == "date") return std::string(record.date());
  const std::string_view header = record.header(field);
  return std::string(header.empty() ? header_value(record.http.headers, field) : header);
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!is_blank(line)) lines.emplace_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// Reads the content of a record. Returns nullopt, and reports why, if nothing of it can be read.
std::optional<WebPage> read_record_page(const WarcRecord& record, std::uint64_t number,
                                        RecordContext& context) {
  const auto report = [&](Problem::Severity severity, std::string message,
                          ProblemCode code = ProblemCode::other) {
    std::string subject = "record " + std::to_string(number) + " (" + std::string(record.url()) + "): ";
    context.report({.severity = severity, .code = code, .message = std::move(subject) + std::move(message)});
  };
  HttpBody body = decode_body(record.http, context.options().max_document);
  const bool is_lost = body.bytes.empty() && !body.problem.empty();
  if (!body.problem.empty()) {
    report(is_lost ? Problem::Severity::error : Problem::Severity::warning,
           std::move(body.problem) + (is_lost ? "; skipped" : "; read up to there"));
  }
  if (is_lost) return std::nullopt;
  const std::string text = to_utf8(body.bytes, charset_of_type(record.media_type()), context.options());
  if (record.content == WarcContent::text) return WebPage{.blocks = lines_of(text)};
  if (can_parse_html()) return read_page(text);
  report(Problem::Severity::error, std::string(kNoParser), ProblemCode::no_module);
  return std::nullopt;
}

}  // namespace

void parse_html_file(std::string_view bytes, RecordContext& context) {
  context.begin_record(bytes);
  if (!context.fits(bytes, 0)) return;
  if (!can_parse_html()) return context.reject(0, std::string(kNoParser), ProblemCode::no_module);
  const bool is_utf8 = context.file().is_converted;
  WebPage page = read_page(is_utf8 ? std::string(bytes) : to_utf8(bytes, {}, context.options()));
  Document document{.text = context.page_text({}, std::move(page.blocks))};
  document.has_no_text = document.text.empty();
  for (const std::string& field : context.options().fields)
    document.fields.push_back(field_of_page(page, field));
  context.add(std::move(document), 0, std::nullopt);
}

void parse_warc(std::string_view bytes, std::uint64_t number, RecordContext& context) {
  // The line feed at the end belongs to no record, as in other formats.
  context.begin_record(bytes.ends_with('\n') ? bytes.substr(0, bytes.size() - 1) : bytes);
  const WarcRecord record = read_warc_record(bytes);
  const std::string host = host_of(record.url());
  if (!context.wants_page(host)) return;
  std::optional<WebPage> page = read_record_page(record, number, context);
  if (!page) return;
  Document document{.text = context.page_text(host, std::move(page->blocks))};
  document.has_no_text = document.text.empty();
  const ReadOptions& options = context.options();
  for (const std::string& field : options.fields)
    document.fields.push_back(field_of_record(record, *page, field));
  std::string id = field_of_record(record, *page, options.id_field == "id" ? "url" : options.id_field);
  context.add(std::move(document), number, id.empty() ? std::nullopt : std::optional(std::move(id)));
}

std::string html_field_text(std::string_view html, std::string_view url, RecordContext& context) {
  if (!can_parse_html()) {
    context.warn_once(0,
                      "this build cannot read HTML, because it was made without libxml2; read as plain text",
                      ProblemCode::no_module);
    return std::string(html);
  }
  const std::string host = host_of(url);
  if (!context.wants_page(host)) return {};
  return context.page_text(host, read_page(html).blocks);
}

bool is_html_field(const ReadOptions& options, const std::string& field) {
  return std::ranges::find(options.html_fields, field) != options.html_fields.end();
}

std::string page_as_json(std::string_view id, std::string_view text, const std::vector<std::string>& fields) {
  JsonObject object;
  object.text("id", id);
  for (std::size_t i = 0; i < std::size(kPageFields); ++i)
    if (!fields[i].empty()) object.text(kPageFields[i], fields[i]);
  return object.text("text", text).object();
}

}  // namespace neardup::internal
