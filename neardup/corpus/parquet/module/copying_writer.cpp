#include <arrow/array/concatenate.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>
#include <arrow/util/key_value_metadata.h>
#include <parquet/metadata.h>
#include <parquet/schema.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "neardup/corpus/parquet/module/status.h"
#include "neardup/corpus/parquet/module/writer.h"

namespace neardup::internal::parquet {
namespace {

constexpr const char* kArrowSchema = "ARROW:schema";

template <typename Holds>
bool any_leaf(const ::parquet::FileMetaData& metadata, const Holds& holds) {
  for (int i = 0; i < metadata.schema()->num_columns(); ++i)
    if (holds(*metadata.schema()->Column(i))) return true;
  return false;
}

/// Returns what gives the copy the same physical types as the model.
FileChoices choices_of(const ::parquet::FileMetaData& metadata) {
  using Leaf = ::parquet::ColumnDescriptor;
  const auto is_integer = [](::parquet::Type::type type) {
    return type == ::parquet::Type::INT32 || type == ::parquet::Type::INT64;
  };
  const auto& notes = metadata.key_value_metadata();
  return {
      .stores_arrow_schema = notes && notes->Contains(kArrowSchema),
      .has_int96 =
          any_leaf(metadata, [](const Leaf& leaf) { return leaf.physical_type() == ::parquet::Type::INT96; }),
      .has_integer_decimals = any_leaf(metadata, [&](const Leaf& leaf) {
        return leaf.logical_type() && leaf.logical_type()->is_decimal() && is_integer(leaf.physical_type());
      })};
}

/// Returns what read() returns, and names the row group if it fails.
template <typename Read>
auto in_row_group(int row_group, const Read& read) {
  try {
    return read();
  } catch (const std::exception& error) {
    throw std::runtime_error("row group " + std::to_string(row_group + 1) + ": " + first_line(error.what()));
  }
}

/// Returns the wanted rows of a batch that begins at row `begin` of the file.
std::shared_ptr<arrow::RecordBatch> take(const std::shared_ptr<arrow::RecordBatch>& batch,
                                         std::uint64_t begin, const std::vector<RowRange>& rows) {
  const std::uint64_t end = begin + static_cast<std::uint64_t>(batch->num_rows());
  std::vector<std::pair<std::int64_t, std::int64_t>> slices;  // offset and length
  std::int64_t count = 0;
  auto range = std::ranges::partition_point(rows, [begin](const RowRange& one) { return one.end <= begin; });
  for (; range != rows.end() && range->first < end; ++range) {
    const std::uint64_t first = std::max(range->first, begin);
    const std::uint64_t last = std::min(range->end, end);
    slices.emplace_back(static_cast<std::int64_t>(first - begin), static_cast<std::int64_t>(last - first));
    count += slices.back().second;
  }
  if (slices.empty()) return batch->Slice(0, 0);
  if (slices.size() == 1) return batch->Slice(slices.front().first, slices.front().second);
  arrow::ArrayVector columns;
  for (const std::shared_ptr<arrow::Array>& column : batch->columns()) {
    arrow::ArrayVector pieces;
    for (const auto& [offset, length] : slices) pieces.push_back(column->Slice(offset, length));
    columns.push_back(require(arrow::Concatenate(pieces)));
  }
  return arrow::RecordBatch::Make(batch->schema(), count, std::move(columns));
}

}  // namespace

CopyingWriter::CopyingWriter(const ArrowFile& model, ByteSink sink)
    : schema_(model.schema()), groups_(schema_, choices_of(model.metadata()), std::move(sink)) {
  std::uint64_t most = 1;
  for (int i = 0; i < model.row_groups(); ++i)
    most = std::max(most, model.rows_of(i).end - model.rows_of(i).first);
  groups_.set_most_rows(std::max<std::uint64_t>(most, 1 << 10));
}

void CopyingWriter::copy(const File& file, const std::vector<RowRange>& rows) {
  const auto& source = static_cast<const ArrowFile&>(file);
  for (int group = 0; group < source.row_groups(); ++group) {
    const RowRange whole = source.rows_of(group);
    const auto first =
        std::ranges::partition_point(rows, [&](const RowRange& one) { return one.end <= whole.first; });
    if (first == rows.end()) return;
    if (first->first < whole.end) copy_group(source, group, rows);
  }
}

void CopyingWriter::copy_group(const ArrowFile& file, int row_group, const std::vector<RowRange>& rows) {
  const RowRange whole = file.rows_of(row_group);
  const std::uint64_t bytes_of_row =
      file.bytes_of(row_group) / std::max<std::uint64_t>(whole.end - whole.first, 1);
  std::unique_ptr<arrow::RecordBatchReader> batches;
  std::uint64_t begin = whole.first;
  const auto next = [&]() -> std::shared_ptr<arrow::RecordBatch> {
    if (!batches) batches = file.batches(row_group, {});
    std::shared_ptr<arrow::RecordBatch> batch;
    require(batches->ReadNext(&batch));
    if (!batch) throw std::runtime_error("it has fewer rows than its file says");
    require(batch->Validate());
    return take(batch, std::exchange(begin, begin + static_cast<std::uint64_t>(batch->num_rows())), rows);
  };
  // The rows after the last wanted one may be damaged.
  const auto last =
      std::ranges::partition_point(rows, [&](const RowRange& one) { return one.first < whole.end; });
  const std::uint64_t end = std::min(std::prev(last)->end, whole.end);
  while (begin < end) {
    const std::shared_ptr<arrow::RecordBatch> taken = in_row_group(row_group, next);
    groups_.add(taken, static_cast<std::uint64_t>(taken->num_rows()) * bytes_of_row);
  }
}

void CopyingWriter::add_lines(std::string_view /*lines*/) {
  throw std::logic_error("this writer copies rows of Parquet files");
}

}  // namespace neardup::internal::parquet
