// Writes Parquet files with Arrow, compressed with zstd: rows of other Parquet files with all their types, or
// JSON objects.
#pragma once

#include <arrow/array/builder_base.h>
#include <arrow/io/interfaces.h>
#include <arrow/type_fwd.h>
#include <parquet/arrow/writer.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/corpus/parquet/module/file.h"
#include "neardup/corpus/parquet/parquet_module.h"

namespace neardup::internal::parquet {

/// Hands bytes on to a ByteSink, and keeps what the sink throws.
class SinkStream;

/// How a file stores what Parquet can store in several ways.
struct FileChoices {
  bool stores_arrow_schema = false;   // so that types that only Arrow has come back
  bool has_int96 = false;             // timestamps of old writers
  bool has_integer_decimals = false;  // decimals in 32 or 64 bits
};

/// Starts a row group when the last one is large enough.
class RowGroups {
 public:
  RowGroups(const std::shared_ptr<arrow::Schema>& schema, const FileChoices& choices, ByteSink sink);
  ~RowGroups();

  /// Adds rows that take about `bytes` in memory. Rows of one row group stay in one if there is room.
  void add(const arrow::RecordBatch& batch, std::uint64_t bytes);
  void set_most_rows(std::uint64_t rows) noexcept { most_rows_ = rows; }
  void finish();

 private:
  void check(const arrow::Status& status) const;

  std::shared_ptr<SinkStream> stream_;
  std::unique_ptr<::parquet::arrow::FileWriter> writer_;
  std::uint64_t most_rows_ = std::uint64_t{1} << 20;
  std::uint64_t rows_ = 0;   // in the open row group
  std::uint64_t bytes_ = 0;  // in the open row group
  bool is_open_ = false;
};

class CopyingWriter : public Writer {
 public:
  CopyingWriter(const ArrowFile& model, ByteSink sink);

  void copy(const File& file, const std::vector<RowRange>& rows) override;
  void add_lines(std::string_view lines) override;
  void finish() override { groups_.finish(); }

 private:
  void copy_group(const ArrowFile& file, int row_group, const std::vector<RowRange>& rows);

  std::shared_ptr<arrow::Schema> schema_;
  RowGroups groups_;
};

class LineWriter : public Writer {
 public:
  LineWriter(const std::vector<Column>& columns, ByteSink sink);
  ~LineWriter() override;

  void copy(const File& file, const std::vector<RowRange>& rows) override;
  void add_lines(std::string_view lines) override;
  void finish() override;

 private:
  struct Parser;
  void flush();

  std::shared_ptr<arrow::Schema> schema_;
  RowGroups groups_;
  std::unique_ptr<Parser> parser_;
  std::vector<std::shared_ptr<arrow::ArrayBuilder>> builders_;
  std::uint64_t rows_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace neardup::internal::parquet
