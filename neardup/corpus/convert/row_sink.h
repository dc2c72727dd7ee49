// Takes rows as JSON objects and writes them as a file of some kind.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/corpus/convert/output_kind.h"
#include "neardup/corpus/parquet/parquet_module.h"

namespace neardup::internal {

class RowSink {
 public:
  virtual ~RowSink() = default;
  /// Adds a row. REQUIRES: it is an object in valid JSON. Throws Error.
  virtual void add(std::string_view row) = 0;
  /// Writes what is left. Nothing may follow. Throws Error.
  virtual void finish() = 0;
};

struct RowFormat {
  OutputKind kind = OutputKind::jsonl;  // not as_input
  std::vector<parquet::Column> columns = {};
  bool has_header = true;         // tsv only
  std::string_view null_is = {};  // tsv only: what stands for null
};

/// Writes the rows to `write`. In tables, a string is the cell, null is an empty cell, and any other value is
/// written as JSON; TSV has \t, \n, \r and \\ for what would break a line. Throws Error if Parquet is not available.
[[nodiscard]] std::unique_ptr<RowSink> make_row_sink(RowFormat format,
                                                     std::function<void(std::string_view)> write);

/// Returns the text as a cell of CSV: in quotes if it needs them (RFC 4180).
[[nodiscard]] std::string quote_cell(std::string_view text);

/// Returns the text as a cell of TSV: with TAB, LF, CR and backslash escaped by a backslash.
[[nodiscard]] std::string escape_cell(std::string_view text);

}  // namespace neardup::internal
