#include "neardup/corpus/parquet/parquet_rows.h"

#include <exception>

#include "neardup/corpus/parquet/parquet_loader.h"
#include "neardup/corpus/raw_batch.h"
#include "neardup/util/error.h"

namespace neardup::internal {

std::vector<parquet::RowRange> parquet_rows(const RecordTable& records, const DocumentSelection& documents) {
  const std::vector<parquet::RowRange> skipped = records.file(documents.first).parquet->skipped.sorted();
  auto next_skipped = skipped.begin();
  std::vector<parquet::RowRange> rows;
  std::uint64_t row = 0;
  for (std::uint32_t document = documents.first; document < documents.end; ++document, ++row) {
    while (next_skipped != skipped.end() && next_skipped->first <= row) {
      row = std::max(row, next_skipped->end);
      ++next_skipped;
    }
    if (!documents.keep(document)) continue;
    if (!rows.empty() && rows.back().end == row) {
      ++rows.back().end;
    } else {
      rows.push_back({row, row + 1});
    }
  }
  return rows;
}

void ParquetCopies::start(const parquet::File& like, OutputFile& out) {
  if (!writer_)
    writer_ = parquet_module().write_like(like, [&out](std::string_view bytes) { out.write(bytes); });
}

void ParquetCopies::copy(const RecordTable& records, const DocumentSelection& documents, OutputFile& out) {
  const ParquetInput& input = *records.file(documents.first).parquet;
  const std::shared_ptr<const parquet::File> file = input.open();
  try {
    start(*file, out);
    writer_->copy(*file, parquet_rows(records, documents));
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    throw Error(ErrorCode::corrupt, input.path + ": rows cannot be copied: " + error.what());
  }
}

void ParquetCopies::finish() {
  if (!writer_) return;
  writer_->finish();
  writer_.reset();
}

void require_same_schema(const ParquetInput& first, const ParquetInput& other) {
  if (first.open()->has_schema_of(*other.open())) return;
  throw Error(ErrorCode::needs_folder, other.path + ": its columns differ from those of " + first.path +
                                           ", so they cannot share one output file");
}

}  // namespace neardup::internal
