// Quotes follow the same rule as in record_splitter.cpp: a quote opens a field only as its first character,
// and a doubled quote inside a quoted field is one quote; anywhere else a quote is an ordinary character.
#include "neardup/corpus/delimited_records.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "neardup/corpus/record_splitter.h"

namespace neardup::internal {
namespace {

/// Reads a quoted field from its opening quote on and moves `position` past the closing one. Returns false if
/// the field is not closed.
bool read_quoted(std::string_view bytes, std::size_t& position, std::string& field) {
  ++position;
  while (true) {
    const std::size_t quote = bytes.find('"', position);
    field.append(bytes, position, std::min(quote, bytes.size()) - position);
    if (quote == std::string_view::npos) {
      position = bytes.size();
      return false;
    }
    position = quote + 1;
    if (position == bytes.size() || bytes[position] != '"') return true;
    field.push_back('"');
    ++position;
  }
}

/// Returns `end`, or `end - 1` to drop a CR before a line end or before the end of the file.
std::size_t without_carriage_return(std::string_view bytes, std::size_t begin, std::size_t end) {
  const bool ends_line = end == bytes.size() || bytes[end] == '\n';
  return ends_line && end > begin && bytes[end - 1] == '\r' ? end - 1 : end;
}

std::string list_names(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "\"" : ", \"") + name + "\"";
  return list;
}

std::optional<std::size_t> find_column(const std::vector<std::string>& names, const std::string& wanted) {
  const auto found = std::ranges::find(names, wanted);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

void add_record(TableRecord record, std::uint64_t line, RecordContext& context) {
  const TableColumns& columns = context.file().columns;
  if (!record.closed) return context.reject(line, "a field in quotes is not closed");
  if (record.fields.size() != columns.count) {
    return context.reject(line, std::to_string(record.fields.size()) + " columns where the header has " +
                                    std::to_string(columns.count));
  }
  Document document;
  for (std::size_t i = 0; i < columns.texts.size(); ++i) {
    if (i != 0) document.text += '\n';
    document.text += context.clean(record.fields[columns.texts[i]]);
  }
  for (const std::optional<std::size_t>& column : columns.fields)
    document.fields.push_back(column ? context.clean(record.fields[*column]) : std::string());
  std::optional<std::string> id;
  if (columns.id) id = context.clean(record.fields[*columns.id]);
  context.note_id(id.has_value(), line, [&] {
    std::size_t position = 0;
    const InputFile& file = context.file();
    return "; there are " + list_names(read_table_record(file.header, position, file.format).fields);
  });
  context.add(std::move(document), line, std::move(id));
}

}  // namespace

TableRecord read_table_record(std::string_view bytes, std::size_t& position, InputFormat format) {
  const bool has_quotes = format == InputFormat::csv;
  const char separator = has_quotes ? ',' : '\t';
  const char ends[] = {separator, '\n'};
  TableRecord record;
  while (true) {
    std::string field;
    if (has_quotes && position < bytes.size() && bytes[position] == '"')
      record.closed = read_quoted(bytes, position, field);
    const std::size_t end = std::min(bytes.find_first_of({ends, 2}, position), bytes.size());
    field.append(bytes, position, without_carriage_return(bytes, position, end) - position);
    record.fields.push_back(std::move(field));
    position = std::min(end + 1, bytes.size());
    if (end == bytes.size() || bytes[end] == '\n') return record;
  }
}

TableHeader read_table_header(std::string_view bytes, InputFormat format, const ReadOptions& options) {
  TableHeader header;
  const TableRecord record = read_table_record(bytes, header.length, format);
  header.columns.count = record.fields.size();
  header.columns.id = find_column(record.fields, options.id_field);
  for (const std::string& field : options.fields)
    header.columns.fields.push_back(find_column(record.fields, field));
  std::vector<std::string> missing;
  for (const std::string& field : options.text_fields) {
    const std::optional<std::size_t> column = find_column(record.fields, field);
    if (column) {
      header.columns.texts.push_back(*column);
    } else {
      missing.push_back(field);
    }
  }
  if (missing.empty()) return header;
  header.missing =
      "no column " + list_names(missing) + " in the header; there are " + list_names(record.fields);
  return header;
}

void parse_table(std::string_view bytes, std::uint64_t first_line, RecordContext& context) {
  std::uint64_t line = first_line;
  for (std::size_t position = 0; position < bytes.size();) {
    const std::size_t begin = position;
    TableRecord record = read_table_record(bytes, position, context.file().format);
    std::string_view raw = bytes.substr(begin, position - begin);
    context.begin_record(raw.ends_with('\n') ? raw.substr(0, raw.size() - 1) : raw);
    const std::uint64_t record_line = std::exchange(line, line + count_line_ends(raw));
    while (raw.ends_with('\n') || raw.ends_with('\r')) raw.remove_suffix(1);
    if (raw.empty() || !context.fits(raw, record_line)) continue;
    if (!context.admit(raw, record_line, RecordContext::Nul::is_binary)) continue;
    add_record(std::move(record), record_line, context);
  }
}

}  // namespace neardup::internal
