// Writes Parquet files with Arrow, compressed with zstd: rows of other Parquet files with all their types, or
// JSON objects.
#pragma once

#include <arrow/array/builder_base.h>
#include <arrow/type_fwd.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/corpus/parquet/module/file.h"
#include "neardup/corpus/parquet/module/row_groups.h"
#include "neardup/corpus/parquet/parquet_module.h"

namespace neardup::internal::parquet {

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
