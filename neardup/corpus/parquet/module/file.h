// Reads Parquet files with Arrow.
#pragma once

#include <arrow/type_fwd.h>
#include <parquet/arrow/reader.h>

#include <memory>
#include <string>
#include <vector>

#include "neardup/corpus/parquet/parquet_module.h"

namespace neardup::internal::parquet {

class ArrowFile : public File {
 public:
  explicit ArrowFile(int descriptor);

  [[nodiscard]] int row_groups() const override;
  [[nodiscard]] RowRange rows_of(int row_group) const override;
  [[nodiscard]] std::uint64_t rows() const override { return first_rows_.back(); }
  [[nodiscard]] std::uint64_t bytes_of(int row_group) const override;
  [[nodiscard]] std::vector<std::string> columns() const override;
  [[nodiscard]] bool has_field(const std::string& field) const override;
  [[nodiscard]] std::unique_ptr<RowLines> lines(int row_group,
                                                const std::vector<std::string>& fields) const override;
  [[nodiscard]] bool has_schema_of(const File& other) const override;

  /// Reads the rows of a row group in small batches. `leaves` are the numbers of the columns
  /// that hold values, or none for all. The result refers to the file.
  [[nodiscard]] std::unique_ptr<arrow::RecordBatchReader> batches(int row_group,
                                                                  const std::vector<int>& leaves) const;
  /// Returns the schema with the metadata of the file.
  [[nodiscard]] const std::shared_ptr<arrow::Schema>& schema() const noexcept { return schema_; }
  [[nodiscard]] const ::parquet::FileMetaData& metadata() const noexcept { return *metadata_; }

 private:
  [[nodiscard]] std::vector<int> leaves_of(const std::vector<std::string>& fields) const;
  [[nodiscard]] std::int64_t batch_rows(int row_group, const std::vector<int>& leaves) const;
  [[nodiscard]] std::unique_ptr<::parquet::arrow::FileReader> make_reader(std::int64_t rows_of_batch) const;

  std::shared_ptr<arrow::io::RandomAccessFile> bytes_;
  std::shared_ptr<::parquet::FileMetaData> metadata_;
  std::shared_ptr<arrow::Schema> schema_;
  std::vector<std::uint64_t> first_rows_;  // of each row group; then the number of rows
};

}  // namespace neardup::internal::parquet
