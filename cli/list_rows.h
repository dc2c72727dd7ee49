// The rows of a list: the same columns as TSV, CSV, JSONL or Parquet. Collects rows in a buffer and writes them
// in large pieces, so that a join with millions of pairs does not spend its time on output.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/terminal/list_file.h"
#include "neardup/corpus/convert/row_sink.h"
#include "neardup/corpus/json_text.h"

namespace neardup::cli {

/// How a list is written.
struct ListChoice {
  OutputFormat format = OutputFormat::tsv;
  bool has_header = false;  // of TSV; CSV and Parquet always name their columns
};

struct ListColumn {
  enum class Kind { text, integer, number };
  const char* name;
  Kind kind = Kind::text;
};

class ListRows {
 public:
  using Write = std::function<void(std::string_view)>;
  /// Throws Error if the format is Parquet and the module for it is missing.
  ListRows(std::vector<ListColumn> columns, ListChoice choice, Write write);

  /// These add the next cell of the row.
  void text(std::string_view value);
  /// Takes a number in decimal; no number is `-` in TSV, an empty cell in CSV, and null elsewhere.
  void number(const std::optional<std::string>& digits);
  /// Adds a member that has no column: only JSONL has it.
  void member(std::string_view name, std::string_view json);

  void end_row();
  /// Writes what is left. Nothing may follow. Throws Error or what `write` throws, as end_row() does.
  void finish();

 private:
  [[nodiscard]] bool is_table() const noexcept;
  void add_cell(std::string_view cell);
  void flush();

  std::vector<ListColumn> columns_;
  ListChoice choice_;
  Write write_;
  std::string buffer_;
  std::size_t next_ = 0;  // the column of the next cell
  internal::JsonObject object_;
  std::unique_ptr<internal::RowSink> parquet_;
};

}  // namespace neardup::cli
