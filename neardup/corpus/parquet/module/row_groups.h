// Writes row groups to a Parquet file. Other threads encode and compress the columns (encoded_columns.h).
#pragma once

#include <arrow/type_fwd.h>
#include <parquet/metadata.h>

#include <cstdint>
#include <deque>
#include <future>
#include <memory>
#include <vector>

#include "neardup/corpus/parquet/module/encoded_columns.h"
#include "neardup/corpus/parquet/parquet_module.h"

namespace neardup::internal::parquet {

/// Hands bytes on to a ByteSink, and keeps what the sink throws.
class SinkStream;

/// Starts a row group when the last one is large enough.
///
/// Long texts are cut into slices of a few megabytes, which are encoded at the same time. The other columns have
/// dictionaries and statistics, so they are encoded at the end of their row group, as one piece. The bytes of the
/// file do not depend on the number of threads.
class RowGroups {
 public:
  RowGroups(const std::shared_ptr<arrow::Schema>& schema, const FileChoices& choices, ByteSink sink);
  ~RowGroups();

  /// Adds rows that take about `bytes` in memory. Rows of one row group stay in one if there is room.
  void add(const std::shared_ptr<arrow::RecordBatch>& batch, std::uint64_t bytes);
  void set_most_rows(std::uint64_t rows) noexcept { most_rows_ = rows; }
  void finish();

 private:
  /// Pieces that are being encoded.
  using Coming = std::shared_future<EncodedColumns>;

  struct Group {
    std::vector<int> long_texts = {};  // top-level fields
    std::vector<int> others = {};
    std::vector<Coming> slices = {};       // of long texts
    Coming rest = {};                      // of the other fields
    std::vector<std::int64_t> nulls = {};  // in each long text
    std::uint64_t rows = 0;
    std::uint64_t bytes = 0;
  };
  /// A chunk of a column to put together.
  struct Chunk {
    std::vector<const EncodedColumns*> pieces = {};
    int leaf = 0;             // in each piece
    std::int64_t nulls = -1;  // if the pieces do not tell
  };

  void start_group(const arrow::RecordBatch& batch);
  void end_slice();
  void end_group();
  [[nodiscard]] Coming start(Piece piece);
  void write_ready_groups(bool waits);
  void write_group(const Group& group);
  void write_chunk(const Chunk& chunk, ::parquet::ColumnChunkMetaDataBuilder& described);
  void write(std::string_view bytes);

  FileChoices choices_;
  std::shared_ptr<SinkStream> stream_;
  std::shared_ptr<::parquet::FileMetaData> model_;  // has the schema
  std::vector<int> leaves_;                         // how many columns of values each field has
  std::unique_ptr<::parquet::FileMetaDataBuilder> metadata_;
  std::int64_t uncompressed_bytes_ = 0;  // of all chunks written
  std::uint64_t most_rows_ = std::uint64_t{1} << 20;
  std::unique_ptr<Group> open_;
  std::vector<std::shared_ptr<arrow::RecordBatch>> slice_;  // the last rows of the open group
  std::uint64_t slice_bytes_ = 0;
  std::vector<std::shared_ptr<arrow::RecordBatch>> rest_;  // all rows of the open group
  std::deque<Group> closed_;                               // not yet written
  std::deque<Coming> running_;
  std::size_t threads_;
};

}  // namespace neardup::internal::parquet
