#include "neardup/corpus/parquet/module/file.h"

#include <arrow/io/file.h>
#include <arrow/memory_pool.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>
#include <parquet/file_reader.h>
#include <parquet/metadata.h>
#include <parquet/properties.h>
#include <parquet/schema.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "neardup/corpus/parquet/module/json_values.h"
#include "neardup/corpus/parquet/module/status.h"

namespace neardup::internal::parquet {
namespace {

/// Returns true if the path, or a beginning of it, is the field.
bool is_inside(const std::vector<std::string>& path, const std::string& field) {
  std::string joined;
  return std::ranges::any_of(path, [&](const std::string& part) {
    joined += (joined.empty() ? "" : ".") + part;
    return joined == field;
  });
}

/// Pages are read as they are needed, so that a row group need not fit into memory.
::parquet::ReaderProperties reader_properties() {
  ::parquet::ReaderProperties properties(arrow::default_memory_pool());
  properties.enable_buffered_stream();
  properties.set_buffer_size(std::int64_t{1} << 20);
  return properties;
}

class ArrowLines : public RowLines {
 public:
  ArrowLines(std::unique_ptr<arrow::RecordBatchReader> batches, Binary binary)
      : batches_(std::move(batches)), binary_(binary) {
    for (const std::shared_ptr<arrow::Field>& field : batches_->schema()->fields()) {
      std::string& prefix = prefixes_.emplace_back(prefixes_.empty() ? "{" : ",");
      append_json_string(prefix, field->name());
      prefix += ':';
    }
    if (prefixes_.empty()) throw std::runtime_error("the file has no columns");
  }

  std::uint64_t read(std::string& out, std::size_t enough) override {
    std::uint64_t rows = 0;
    while (out.size() < enough) {
      if (!batch_ || row_ == batch_->num_rows()) {
        if (!next_batch()) break;
        continue;
      }
      for (std::size_t i = 0; i < prefixes_.size(); ++i) {
        out += prefixes_[i];
        append_json(out, *columns_[i], row_, binary_);
      }
      out += "}\n";
      ++row_;
      ++rows;
    }
    return rows;
  }

 private:
  bool next_batch() {
    require(batches_->ReadNext(&batch_));
    row_ = 0;
    if (!batch_) return false;
    require(batch_->Validate());
    columns_ = batch_->columns();
    return true;
  }

  std::unique_ptr<arrow::RecordBatchReader> batches_;
  Binary binary_;
  std::vector<std::string> prefixes_;  // what comes before the value of each column
  std::shared_ptr<arrow::RecordBatch> batch_;
  std::vector<std::shared_ptr<arrow::Array>> columns_;
  std::int64_t row_ = 0;
};

/// Keeps the reader whose batches it hands on.
class OwnedBatches : public arrow::RecordBatchReader {
 public:
  OwnedBatches(std::unique_ptr<::parquet::arrow::FileReader> reader,
               std::unique_ptr<arrow::RecordBatchReader> batches)
      : reader_(std::move(reader)), batches_(std::move(batches)) {}
  [[nodiscard]] std::shared_ptr<arrow::Schema> schema() const override { return batches_->schema(); }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    return batches_->ReadNext(batch);
  }

 private:
  std::unique_ptr<::parquet::arrow::FileReader> reader_;
  std::unique_ptr<arrow::RecordBatchReader> batches_;
};

}  // namespace

ArrowFile::ArrowFile(int descriptor) : bytes_(require(arrow::io::ReadableFile::Open(descriptor))) {
  metadata_ = ::parquet::ReadMetaData(bytes_);
  require(make_reader(1)->GetSchema(&schema_));
  first_rows_.push_back(0);
  for (int i = 0; i < metadata_->num_row_groups(); ++i) {
    const std::int64_t rows = metadata_->RowGroup(i)->num_rows();
    if (rows < 0) throw std::runtime_error("row group " + std::to_string(i + 1) + " has a negative size");
    first_rows_.push_back(first_rows_.back() + static_cast<std::uint64_t>(rows));
  }
}

std::unique_ptr<::parquet::arrow::FileReader> ArrowFile::make_reader(std::int64_t rows_of_batch) const {
  ::parquet::ArrowReaderProperties properties(/*use_threads=*/false);
  properties.set_arrow_extensions_enabled(true);
  properties.set_pre_buffer(false);
  properties.set_batch_size(rows_of_batch);
  return require(::parquet::arrow::FileReader::Make(
      arrow::default_memory_pool(),
      ::parquet::ParquetFileReader::Open(bytes_, reader_properties(), metadata_), properties));
}

int ArrowFile::row_groups() const { return metadata_->num_row_groups(); }

RowRange ArrowFile::rows_of(int row_group) const {
  const auto group = static_cast<std::size_t>(row_group);
  return {first_rows_.at(group), first_rows_.at(group + 1)};
}

std::uint64_t ArrowFile::bytes_of(int row_group) const {
  return static_cast<std::uint64_t>(
      std::max<std::int64_t>(metadata_->RowGroup(row_group)->total_byte_size(), 0));
}

std::vector<std::string> ArrowFile::columns() const { return schema_->field_names(); }

bool ArrowFile::has_field(const std::string& field) const { return !leaves_of({field}).empty(); }

std::vector<int> ArrowFile::leaves_of(const std::vector<std::string>& fields) const {
  std::vector<int> leaves;
  for (int i = 0; i < metadata_->schema()->num_columns(); ++i) {
    const std::vector<std::string> path = metadata_->schema()->Column(i)->path()->ToDotVector();
    if (std::ranges::any_of(fields, [&](const std::string& field) { return is_inside(path, field); }))
      leaves.push_back(i);
  }
  return leaves;
}

/// Returns how many rows fill half a mebibyte, which stays in the cache, by the sizes that the writer of the file gave.
std::int64_t ArrowFile::batch_rows(int row_group, const std::vector<int>& leaves) const {
  constexpr std::int64_t kBytes = std::int64_t{1} << 19;
  constexpr std::int64_t kMostRows = std::int64_t{1} << 14;
  const auto group = metadata_->RowGroup(row_group);
  std::int64_t bytes = leaves.empty() ? group->total_byte_size() : 0;
  for (const int leaf : leaves) bytes += group->ColumnChunk(leaf)->total_uncompressed_size();
  const std::int64_t bytes_of_row =
      std::max<std::int64_t>(bytes / std::max<std::int64_t>(group->num_rows(), 1), 1);
  return std::clamp<std::int64_t>(kBytes / bytes_of_row, 16, kMostRows);
}

std::unique_ptr<arrow::RecordBatchReader> ArrowFile::batches(int row_group,
                                                             const std::vector<int>& leaves) const {
  auto reader = make_reader(batch_rows(row_group, leaves));
  auto batches = require(leaves.empty() ? reader->GetRecordBatchReader({row_group})
                                        : reader->GetRecordBatchReader({row_group}, leaves));
  return std::make_unique<OwnedBatches>(std::move(reader), std::move(batches));
}

std::unique_ptr<RowLines> ArrowFile::lines(int row_group, const std::vector<std::string>& fields) const {
  const std::vector<int> leaves = leaves_of(fields);
  if (leaves.empty() && !fields.empty()) throw std::runtime_error("the file has none of these columns");
  return std::make_unique<ArrowLines>(batches(row_group, leaves),
                                      fields.empty() ? Binary::as_base64 : Binary::as_text);
}

bool ArrowFile::has_schema_of(const File& other) const {
  return schema_->Equals(*static_cast<const ArrowFile&>(other).schema_, /*check_metadata=*/false);
}

}  // namespace neardup::internal::parquet
