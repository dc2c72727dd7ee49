#include "neardup/corpus/parquet/module/encoded_columns.h"

#include <arrow/io/memory.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>
#include <parquet/arrow/writer.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "neardup/corpus/parquet/module/status.h"

namespace neardup::internal::parquet {
namespace {

struct MemoryFile {
  std::shared_ptr<arrow::io::BufferOutputStream> bytes;
  std::unique_ptr<::parquet::arrow::FileWriter> writer;
};

MemoryFile open_in_memory(const arrow::Schema& schema, const FileChoices& choices, bool is_long_text) {
  ::parquet::ArrowWriterProperties::Builder types;
  if (choices.stores_arrow_schema) types.store_schema();
  if (choices.has_int96) types.enable_deprecated_int96_timestamps();
  MemoryFile file{require(arrow::io::BufferOutputStream::Create(1 << 20)), nullptr};
  file.writer =
      require(::parquet::arrow::FileWriter::Open(schema, arrow::default_memory_pool(), file.bytes,
                                                 writer_properties(choices, is_long_text), types.build()));
  return file;
}

}  // namespace

std::shared_ptr<::parquet::WriterProperties> writer_properties(const FileChoices& choices,
                                                               bool is_long_text) {
  ::parquet::WriterProperties::Builder file;
  file.compression(arrow::Compression::ZSTD);
  file.max_row_group_length(std::numeric_limits<std::int64_t>::max());
  if (choices.has_integer_decimals) file.enable_store_decimal_as_integer();
  if (is_long_text)
    file.disable_dictionary()->disable_statistics()->set_size_statistics_level(
        ::parquet::SizeStatisticsLevel::None);
  return file.build();
}

std::shared_ptr<::parquet::FileMetaData> empty_metadata(const arrow::Schema& schema,
                                                        const FileChoices& choices) {
  const MemoryFile file = open_in_memory(schema, choices, false);
  require(file.writer->Close());
  return file.writer->metadata();
}

EncodedColumns encode(const Piece& piece, const FileChoices& choices) {
  FileChoices of_piece = choices;
  of_piece.stores_arrow_schema = false;
  const MemoryFile file = open_in_memory(*piece.rows.front()->schema(), of_piece, piece.is_long_text);
  require(file.writer->NewBufferedRowGroup());
  for (const std::shared_ptr<arrow::RecordBatch>& rows : piece.rows)
    require(file.writer->WriteRecordBatch(*rows));
  require(file.writer->Close());
  EncodedColumns encoded{require(file.bytes->Finish()), file.writer->metadata()};
  if (encoded.metadata->num_row_groups() != 1) throw std::logic_error("a piece has several row groups");
  return encoded;
}

std::unique_ptr<::parquet::ColumnChunkMetaData> EncodedColumns::chunk(int leaf) const {
  return metadata->RowGroup(0)->ColumnChunk(leaf);
}

std::string_view EncodedColumns::pages(int leaf) const {
  const auto column = chunk(leaf);
  std::int64_t begin = column->data_page_offset();
  if (column->has_dictionary_page()) begin = std::min(begin, column->dictionary_page_offset());
  return std::string_view(*bytes).substr(static_cast<std::size_t>(begin),
                                         static_cast<std::size_t>(column->total_compressed_size()));
}

}  // namespace neardup::internal::parquet
