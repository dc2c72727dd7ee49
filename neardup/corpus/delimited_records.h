// Parses tables with a header line: TSV (no quotes: a tab always ends a field, a line end always ends a
// record) and CSV (RFC 4180: quoted fields may hold commas, line ends and doubled quotes). The header names
// the columns; the id field and the text fields of the options choose among them.
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
  std::size_t length = 0;  // bytes of the header, including its line end
  std::string missing;     // names the missing text columns and those found; empty if all are there
};

/// Reads the header line and finds the columns that the options name.
/// REQUIRES: the header is complete in `bytes`
[[nodiscard]] TableHeader read_table_header(std::string_view bytes, InputFormat format,
                                            const ReadOptions& options);

/// Adds the documents of whole records; skips blank lines.
void parse_table(std::string_view bytes, std::uint64_t first_line, RecordContext& context);

/// The fields of one record. `closed` is false if a quote is still open at the end of the bytes.
struct TableRecord {
  std::vector<std::string> fields;
  bool closed = true;
};
/// Reads the record at `position` and moves `position` past its line end.
[[nodiscard]] TableRecord read_table_record(std::string_view bytes, std::size_t& position,
                                            InputFormat format);

}  // namespace neardup::internal
