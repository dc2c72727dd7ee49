// Which rows of a Parquet file the documents of a run are, and copies of those rows.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "neardup/corpus/convert/json_records.h"
#include "neardup/corpus/parquet/parquet_input.h"
#include "neardup/corpus/record_table.h"
#include "neardup/util/output_file.h"

namespace neardup::internal {

/// Returns the rows of the selected documents in ascending order. REQUIRES: they are all documents of one
/// Parquet file
[[nodiscard]] std::vector<parquet::RowRange> parquet_rows(const RecordTable& records,
                                                          const DocumentSelection& documents);

/// Walks through rows in ascending order.
class KeptRows {
 public:
  explicit KeptRows(std::vector<parquet::RowRange> rows) : rows_(std::move(rows)) {}

  /// Returns true if a row that was not taken is before `end`.
  [[nodiscard]] bool has_any_before(std::uint64_t end) const noexcept {
    return next_ < rows_.size() && rows_[next_].first < end;
  }
  /// Returns true if the row is among them, and takes it. REQUIRES: rows ascend from call to call
  [[nodiscard]] bool take(std::uint64_t row) noexcept {
    if (!has_any_before(row + 1)) return false;
    if (++rows_[next_].first == rows_[next_].end) ++next_;
    return true;
  }

 private:
  std::vector<parquet::RowRange> rows_;
  std::size_t next_ = 0;
};

/// Copies rows with all their columns to an output file.
class ParquetCopies {
 public:
  /// Adds the rows of the selected documents to the output, which gets the schema of its first file. Throws Error.
  void copy(const RecordTable& records, const DocumentSelection& documents, OutputFile& out);
  /// Starts the output with the schema of a file, if nothing has been copied to it. Throws Error.
  void start(const parquet::File& like, OutputFile& out);
  /// Ends the current output, if there is one. Throws Error.
  void finish();

 private:
  std::unique_ptr<parquet::Writer> writer_;
};

/// Throws Error unless rows of both files can share a file.
void require_same_schema(const ParquetInput& first, const ParquetInput& other);

}  // namespace neardup::internal
