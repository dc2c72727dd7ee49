// Encodes some columns of some rows on their own, so that several threads can work on one Parquet file.
//
// Arrow compresses a column within one call of its writer, on one thread, and the texts are nearly all of a
// corpus. So every piece is written as a Parquet file in memory, and its chunks of columns are put into the real
// file as they are (RowGroups). Pages do not depend on each other, so that a column without a dictionary may come
// from several pieces, one after the other.
#pragma once

#include <arrow/buffer.h>
#include <arrow/type_fwd.h>
#include <parquet/metadata.h>
#include <parquet/properties.h>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace neardup::internal::parquet {

/// How a file stores what Parquet can store in several ways.
struct FileChoices {
  bool stores_arrow_schema = false;   // so that types that only Arrow has come back
  bool has_int96 = false;             // timestamps of old writers
  bool has_integer_decimals = false;  // decimals in 32 or 64 bits
};

/// Some columns of some rows.
struct Piece {
  std::vector<std::shared_ptr<arrow::RecordBatch>> rows = {};  // with these columns only
  bool is_long_text = false;                                   // needs neither a dictionary nor statistics
};

/// A piece as a Parquet file in memory.
struct EncodedColumns {
  std::shared_ptr<arrow::Buffer> bytes = {};
  std::shared_ptr<::parquet::FileMetaData> metadata = {};

  [[nodiscard]] std::unique_ptr<::parquet::ColumnChunkMetaData> chunk(int leaf) const;
  /// Returns the pages of a column, its dictionary first.
  [[nodiscard]] std::string_view pages(int leaf) const;
};

[[nodiscard]] std::shared_ptr<::parquet::WriterProperties> writer_properties(const FileChoices& choices,
                                                                             bool is_long_text);

/// Returns the metadata that a file of this schema has before any row is in it.
[[nodiscard]] std::shared_ptr<::parquet::FileMetaData> empty_metadata(const arrow::Schema& schema,
                                                                      const FileChoices& choices);

/// REQUIRES: the piece has rows. Thread-safe.
[[nodiscard]] EncodedColumns encode(const Piece& piece, const FileChoices& choices);

}  // namespace neardup::internal::parquet
