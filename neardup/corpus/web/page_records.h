// Turns the records of web inputs into documents: HTML files, pages and texts of a crawl, and fields that
// hold HTML.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/corpus/record_context.h"
#include "neardup/corpus/web/main_text.h"

namespace neardup::internal {

/// Adds the page of an HTML file. Its id is the path of the file; `url`, `host`, `date` and `title` are
/// fields, if the page says them.
void parse_html_file(std::string_view bytes, RecordContext& context);

/// Adds the page or text of a record of a crawl. Its id is its URL; `url`, `host`, `date`, `title` and every
/// header of the record or of the response are fields.
void parse_warc(std::string_view bytes, std::uint64_t number, RecordContext& context);

/// Returns the main text of HTML in a field of a record. `url` says which site it is from; may be empty.
[[nodiscard]] std::string html_field_text(std::string_view html, std::string_view url,
                                          RecordContext& context);

/// Returns true if `field` is among ReadOptions::html_fields.
[[nodiscard]] bool is_html_field(const ReadOptions& options, const std::string& field);

/// Returns a document with these fields as a line of JSON, without its line feed: id, text, and url and
/// date if they are known.
/// This is what a page of a crawl becomes when it is written as JSON lines.
/// REQUIRES: `fields` are the values of kPageFields
[[nodiscard]] std::string page_as_json(std::string_view id, std::string_view text,
                                       const std::vector<std::string>& fields);
inline constexpr std::string_view kPageFields[] = {"url", "date"};

}  // namespace neardup::internal
