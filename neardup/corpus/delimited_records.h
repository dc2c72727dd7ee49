// Parses tables: TSV (no quotes: a tab always ends a field, a line end always ends a record) and CSV (RFC 4180:
// quoted fields may hold commas, line ends and doubled quotes), also with another delimiter than the comma. The
// header line or ReadOptions::columns name the columns; the id field and the text fields choose among them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/corpus/record_context.h"

namespace neardup::internal {

struct TableHeader {
  TableColumns columns;
  std::size_t length = 0;  // bytes of the header, including its line end; 0 if the options name the columns
  std::string missing;     // names the missing text columns and those found; empty if all are there
};

/// Returns the delimiter of a CSV file that begins like this: the one in the options; else the one that gives the
/// text columns, or else equally many columns in the first records.
[[nodiscard]] char find_delimiter(std::string_view beginning, const ReadOptions& options);

/// Reads the header line and finds the columns that the options name. `delimiter` is for CSV only.
/// REQUIRES: the header is complete in `bytes`
[[nodiscard]] TableHeader read_table_header(std::string_view bytes, InputFormat format,
                                            const ReadOptions& options, char delimiter = ',');

/// Adds the documents of whole records; skips blank lines.
void parse_table(std::string_view bytes, std::uint64_t first_line, RecordContext& context);

/// The fields of one record. `closed` is false if a quote is still open at the end of the bytes.
struct TableRecord {
  std::vector<std::string> fields;
  bool closed = true;
};
/// Reads the record at `position` and moves `position` past its line end. `delimiter` is for CSV only.
[[nodiscard]] TableRecord read_table_record(std::string_view bytes, std::size_t& position, InputFormat format,
                                            char delimiter = ',');

}  // namespace neardup::internal
