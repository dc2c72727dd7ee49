// Tables with a header line: TSV (no quotes: a tab and a line end are always ends) and CSV (RFC 4180: fields
// in quotes may hold commas, line ends and doubled quotes). The header names the columns; the id field and
// the text fields of the options choose among them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/corpus/record_context.h"

namespace neardup {

struct TableHeader {
  TableColumns columns;
  std::size_t length = 0;  // bytes of the header with its line end
  std::string error;       // names the columns that were found; empty when there is any column of text
  std::string warning;     // names the text columns that are missing beside those that are there
};

/// REQUIRES: the header is complete in `bytes`
[[nodiscard]] TableHeader read_table_header(std::string_view bytes, InputFormat format,
                                            const ReadOptions& options);

/// Adds the documents of whole records; blank lines are skipped.
void parse_table(std::string_view bytes, std::uint64_t first_line, RecordContext& context);

/// The fields of the record at `position`, which moves behind its line end. `closed` is false when a quote is
/// still open at the end of the bytes.
struct TableRecord {
  std::vector<std::string> fields;
  bool closed = true;
};
[[nodiscard]] TableRecord read_table_record(std::string_view bytes, std::size_t& position,
                                            InputFormat format);

}  // namespace neardup
