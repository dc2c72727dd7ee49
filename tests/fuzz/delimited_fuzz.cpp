// Properties of reading CSV and TSV on any bytes: the records join to the input again; the splitter, which
// only looks for record ends, and the parser agree where a record ends; fields that a writer quotes come back
// unchanged; and each record that is not blank gives one document or one error.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/corpus/delimited_records.h"
#include "neardup/corpus/record_splitter.h"
#include "neardup/text/utf8.h"
#include "tests/fuzz/require.h"

namespace neardup {
using namespace internal;  // the parts under test
}

namespace {

using neardup::fuzz::require;

using neardup::DocumentBatch;
using neardup::InputFormat;
using neardup::InvalidBytes;

void check_records(std::string_view bytes, InputFormat format, char delimiter) {
  neardup::RecordForm form(format == InputFormat::csv ? neardup::RecordShape::csv
                                                      : neardup::RecordShape::line);
  form.delimiter = delimiter;
  for (std::size_t position = 0; position < bytes.size();) {
    const std::size_t begin = position;
    const neardup::TableRecord record = neardup::read_table_record(bytes, position, format, delimiter);
    require(position > begin && position <= bytes.size() && !record.fields.empty());
    const std::size_t end = neardup::RecordEnds(form).first_end(bytes.substr(begin));
    require(position == (end == std::string_view::npos ? bytes.size() : begin + end));
    const std::string_view raw = bytes.substr(begin, position - begin);
    if (format == InputFormat::tsv)
      require(record.fields.size() == static_cast<std::size_t>(std::ranges::count(raw, '\t')) + 1);
    require(record.closed || position == bytes.size());
  }
}

/// Takes the bytes as fields that end with NUL, writes them as one CSV record, and reads it.
void check_quoting(std::string_view bytes) {
  std::vector<std::string> fields(1);
  for (const char c : bytes) {
    if (c == '\0') {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  std::string record;
  for (const std::string& field : fields) {
    if (&field != &fields.front()) record += ',';
    record += '"';
    for (const char c : field) record.append(c == '"' ? 2 : 1, c);
    record += '"';
  }
  for (const char* const line_end : {"", "\n", "\r\n"}) {
    std::size_t position = 0;
    const neardup::TableRecord read =
        neardup::read_table_record(record + line_end, position, InputFormat::csv);
    require(read.closed && read.fields == fields && position == (record + line_end).size());
  }
}

DocumentBatch parse(std::string_view bytes, InputFormat format, InvalidBytes invalid) {
  const neardup::ReadOptions options{
      .text_fields = {"text", "title"}, .invalid = invalid, .fields = {"more"}};
  neardup::TableHeader header = neardup::read_table_header(bytes, format, options);
  DocumentBatch out;
  if (header.columns.texts.empty()) return out;
  auto file = std::make_shared<neardup::InputFile>();
  file->path = "fuzz";
  file->format = format;
  file->encoding_is_certain = true;
  file->columns = header.columns;
  neardup::RawSegment segment;
  segment.file = file;
  out.files.push_back(file);
  neardup::RecordContext context(options, segment, bytes, out);
  neardup::parse_table(bytes.substr(header.length), 2, context);
  return out;
}

std::size_t count_records(std::string_view bytes, InputFormat format) {
  std::size_t count = 0;
  std::size_t position = 0;
  static_cast<void>(neardup::read_table_record(bytes, position, format));  // the header
  while (position < bytes.size()) {
    const std::size_t begin = position;
    static_cast<void>(neardup::read_table_record(bytes, position, format));
    const std::string_view raw = bytes.substr(begin, position - begin);
    count += raw.find_first_not_of("\r\n") == std::string_view::npos ? 0 : 1;
  }
  return count;
}

void check_documents(std::string_view bytes, InputFormat format) {
  for (const InvalidBytes invalid : {InvalidBytes::replace, InvalidBytes::skip, InvalidBytes::keep}) {
    const DocumentBatch batch = parse(bytes, format, invalid);
    if (batch.files.empty()) return;  // no column of text
    const auto errors =
        std::ranges::count(batch.problems, neardup::Problem::Severity::error, &neardup::Problem::severity);
    require(batch.documents.size() + static_cast<std::size_t>(errors) == count_records(bytes, format));
    for (const neardup::Document& document : batch.documents) {
      require(document.fields.size() == 1 && document.location.length <= bytes.size());
      if (invalid == InvalidBytes::keep) continue;
      require(neardup::find_malformed_utf8(document.text) == std::string_view::npos);
      require(neardup::find_malformed_utf8(document.id) == std::string_view::npos);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const InputFormat format : {InputFormat::csv, InputFormat::tsv}) {
    for (const char delimiter : {',', ';', '\t', '|'}) check_records(bytes, format, delimiter);
    check_documents(bytes, format);
    // Any bytes under a header that names the columns.
    const std::string separator(1, format == InputFormat::csv ? ',' : '\t');
    check_documents("id" + separator + "text\n" + std::string(bytes), format);
  }
  check_quoting(bytes);
  const char found = neardup::find_delimiter(bytes, {});
  require(std::string_view(",;\t|").find(found) != std::string_view::npos);
  return 0;
}
