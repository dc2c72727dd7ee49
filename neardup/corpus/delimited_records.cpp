// Quotes follow the same rule as in record_splitter.cpp: a quote opens a field only as its first character,
// and a doubled quote inside a quoted field is one quote; anywhere else a quote is an ordinary character.
#include "neardup/corpus/delimited_records.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "neardup/corpus/record_splitter.h"
#include "neardup/corpus/web/page_records.h"

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

/// Returns how many columns the first record has with this delimiter; 0 if most of the next have another number.
std::size_t count_columns(std::string_view records, char delimiter) {
  constexpr std::size_t kRecords = 20;
  std::size_t columns = 0;
  std::size_t equal = 0;
  std::size_t position = 0;
  for (std::size_t seen = 1; seen <= kRecords && position < records.size(); ++seen) {
    const TableRecord record = read_table_record(records, position, InputFormat::csv, delimiter);
    if (seen == 1) columns = record.fields.size();
    equal += record.fields.size() == columns ? 1 : 0;
    if (equal * 2 < seen) return 0;
  }
  return columns;
}

/// Returns true if the delimiter gives the named columns: as many as the options name, or a header with the text.
bool has_expected_columns(std::string_view records, char delimiter, const ReadOptions& options) {
  if (!options.columns.empty()) return count_columns(records, delimiter) == options.columns.size();
  return read_table_header(records, InputFormat::csv, options, delimiter).missing.empty();
}

/// Returns the URL of the record: its column "url", else its id, which may be one.
std::string_view url_of(const TableRecord& record, const TableColumns& columns) {
  const std::optional<std::size_t> column = columns.url ? columns.url : columns.id;
  return column ? std::string_view(record.fields[*column]) : std::string_view();
}

void add_record(TableRecord record, std::uint64_t line, RecordContext& context) {
  const TableColumns& columns = context.file().columns;
  if (!record.closed) return context.reject(line, "a field in quotes is not closed");
  if (record.fields.size() != columns.names.size()) {
    const bool has_header = context.options().columns.empty();
    return context.reject(line, std::to_string(record.fields.size()) + " columns where " +
                                    (has_header ? "the header has " : "there should be ") +
                                    std::to_string(columns.names.size()));
  }
  Document document;
  for (std::size_t i = 0; i < columns.texts.size(); ++i) {
    if (i != 0) document.text += '\n';
    std::string text = context.clean(record.fields[columns.texts[i]]);
    if (columns.is_html[i]) text = html_field_text(text, url_of(record, columns), context);
    document.text += text;
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

TableRecord read_table_record(std::string_view bytes, std::size_t& position, InputFormat format,
                              char delimiter) {
  const bool has_quotes = format == InputFormat::csv;
  const char separator = has_quotes ? delimiter : '\t';
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

char find_delimiter(std::string_view beginning, const ReadOptions& options) {
  constexpr std::string_view kCandidates = ",;\t|";
  if (!options.delimiter.empty()) return options.delimiter.front();
  // A record that the end of the beginning cuts off would have too few columns.
  const std::size_t complete = RecordEnds(RecordShape::csv).last_end(beginning);
  const std::string_view records = beginning.substr(0, std::min(complete, beginning.size()));
  std::size_t most_columns = 1;
  char best = kCandidates.front();
  for (const char candidate : kCandidates) {
    const std::size_t columns = count_columns(records, candidate);
    if (has_expected_columns(records, candidate, options)) return candidate;
    if (columns <= most_columns) continue;
    most_columns = columns;
    best = candidate;
  }
  return best;
}

TableHeader read_table_header(std::string_view bytes, InputFormat format, const ReadOptions& options,
                              char delimiter) {
  TableHeader header;
  std::vector<std::string> names = options.columns;
  if (names.empty()) names = read_table_record(bytes, header.length, format, delimiter).fields;
  header.columns.delimiter = delimiter;
  header.columns.id = find_column(names, options.id_field);
  header.columns.url = find_column(names, "url");
  for (const std::string& field : options.fields) header.columns.fields.push_back(find_column(names, field));
  std::vector<std::string> missing;
  for (const std::string& field : options.text_fields) {
    const std::optional<std::size_t> column = find_column(names, field);
    if (column) {
      header.columns.texts.push_back(*column);
      header.columns.is_html.push_back(is_html_field(options, field));
    } else {
      missing.push_back(field);
    }
  }
  if (!missing.empty()) {
    header.missing = "no column " + list_names(missing) +
                     (options.columns.empty() ? " in the header; there are " : "; there are ") +
                     list_names(names);
  }
  header.columns.names = std::move(names);
  return header;
}

void parse_table(std::string_view bytes, std::uint64_t first_line, RecordContext& context) {
  std::uint64_t line = first_line;
  for (std::size_t position = 0; position < bytes.size();) {
    const std::size_t begin = position;
    TableRecord record =
        read_table_record(bytes, position, context.file().format, context.file().columns.delimiter);
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
