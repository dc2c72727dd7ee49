#include "neardup/corpus/convert/json_records.h"

#include <simdjson.h>

#include <exception>
#include <iterator>
#include <vector>

#include "neardup/corpus/delimited_records.h"
#include "neardup/corpus/json_text.h"
#include "neardup/corpus/parquet/parquet_rows.h"
#include "neardup/corpus/raw_batch.h"
#include "neardup/corpus/web/page_records.h"
#include "neardup/text/utf8.h"
#include "neardup/util/error.h"

namespace neardup::internal {
namespace {

/// Returns the code unit of the escape \uXXXX at `position`; -1 if there is none.
int escaped_unit(std::string_view json, std::size_t position) {
  if (position + 6 > json.size() || json[position] != '\\' || json[position + 1] != 'u') return -1;
  return static_cast<int>(std::stoul(std::string(json.substr(position + 2, 4)), nullptr, 16));
}

/// Puts \ufffd for each escape of half a character.
void replace_lone_surrogates(std::string& json) {
  for (std::size_t i = 0; i + 1 < json.size(); ++i) {
    if (json[i] != '\\') continue;
    const int unit = escaped_unit(json, i);
    const int next = unit < 0 ? -1 : escaped_unit(json, i + 6);
    const bool is_pair = unit >= 0xD800 && unit < 0xDC00 && next >= 0xDC00 && next < 0xE000;
    if (unit >= 0xD800 && unit < 0xE000 && !is_pair) json.replace(i, 6, "\\ufffd");
    i += unit < 0 ? 1 : (is_pair ? 11 : 5);
  }
}

/// Returns the options with which pages have the fields that page_as_json takes.
ReadOptions with_page_fields(ReadOptions read) {
  read.fields.assign(std::begin(kPageFields), std::end(kPageFields));
  return read;
}

}  // namespace

JsonRecords::JsonRecords(const RecordTable& records, const ReadOptions& read)
    : records_(records), reader_(records, with_page_fields(read)) {}

std::string sound_json(std::string_view record) {
  std::string json =
      find_malformed_utf8(record) == std::string_view::npos ? std::string(record) : repair_utf8(record).text;
  if (json.find("\\u") != std::string::npos) replace_lone_surrogates(json);
  const std::size_t end = json.find_last_not_of(" \t\r\n");
  json.resize(end + 1);
  json.erase(0, std::min(json.find_first_not_of(" \t\r\n"), json.size()));
  if (json.find_first_of("\r\n") == std::string::npos) return json;
  std::string compact(json.size() + simdjson::SIMDJSON_PADDING, '\0');
  std::size_t length = 0;
  if (simdjson::minify(json.data(), json.size(), compact.data(), length) == simdjson::SUCCESS)
    json.assign(compact, 0, length);
  return json;
}

void JsonRecords::for_each(const DocumentSelection& documents, const Use& use) {
  if (records_.file(documents.first).format == InputFormat::parquet) return rows_of_parquet(documents, use);
  for (std::uint32_t document = documents.first; document < documents.end; ++document)
    if (documents.keep(document)) use(document, record_of(document));
}

std::string JsonRecords::record_of(std::uint32_t document) {
  switch (records_.file(document).format) {
    case InputFormat::jsonl:
    case InputFormat::json:
      return sound_json(reader_.read_raw(document, document));
    case InputFormat::tsv:
    case InputFormat::csv:
      return row_of_table(document);
    case InputFormat::html:
    case InputFormat::warc: {
      const Document& page = reader_.read(document);
      return page_as_json(records_.id(document), page.text, page.fields);
    }
    default:
      return JsonObject()
          .text("id", records_.id(document))
          .text("text", reader_.read(document).text)
          .object();
  }
}

std::string JsonRecords::row_of_table(std::uint32_t document) {
  const InputFile& file = records_.file(document);
  const std::vector<std::string>& names = file.columns.names;
  std::size_t position = 0;
  const TableRecord row =
      read_table_record(reader_.read_raw(document, document), position, file.format, file.columns.delimiter);
  JsonObject object;
  for (std::size_t i = 0; i < names.size() && i < row.fields.size(); ++i)
    object.text(names[i], row.fields[i]);
  return object.object();
}

/// Reads the rows of each row group up to the last one that is wanted.
void JsonRecords::rows_of_parquet(const DocumentSelection& documents, const Use& use) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  const ParquetInput& input = *records_.file(documents.first).parquet;
  const std::shared_ptr<const parquet::File> file = input.open();
  std::uint32_t document = documents.first;
  KeptRows kept(parquet_rows(records_, documents));
  std::string text;
  for (int group = 0; group < file->row_groups(); ++group) {
    const parquet::RowRange rows = file->rows_of(group);
    if (!kept.has_any_before(rows.end)) continue;
    try {
      const std::unique_ptr<parquet::RowLines> lines = file->lines(group, {});
      for (std::uint64_t row = rows.first; kept.has_any_before(rows.end);) {
        text.clear();
        if (lines->read(text, kPiece) == 0) throw Error(ErrorCode::corrupt, "it ends too early");
        for (std::size_t begin = 0; begin < text.size(); ++row) {
          const std::size_t end = text.find('\n', begin);
          if (kept.take(row)) {
            while (!documents.keep(document)) ++document;
            use(document++, std::string_view(text).substr(begin, end - begin));
          }
          begin = end + 1;
        }
      }
    } catch (const Error&) {
      throw;
    } catch (const std::exception& error) {
      throw Error(ErrorCode::corrupt,
                  input.path + ": row group " + std::to_string(group + 1) + ": " + error.what());
    }
  }
}

}  // namespace neardup::internal
