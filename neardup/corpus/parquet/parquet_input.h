// A Parquet file of the input. Its row groups are parts that are read independently of each other, so that a
// single file keeps all threads busy; each reads only the columns that are needed.
//
// Rows become JSON lines that hold the needed fields, and are parsed like JSONL. With
// ReadOptions::keep_records the lines go to a spool, from which records are read again. The other columns are
// read when the clean corpus is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/corpus/input_part.h"
#include "neardup/corpus/parquet/parquet_module.h"
#include "neardup/corpus/record_source.h"

namespace neardup::internal {

/// Rows of a file that became no document. Thread-safe.
class SkippedRows {
 public:
  void add(parquet::RowRange rows);
  /// Returns them in ascending order.
  [[nodiscard]] std::vector<parquet::RowRange> sorted() const;

 private:
  mutable std::mutex mutex_;
  std::vector<parquet::RowRange> ranges_;
};

/// What the parts of a file share, and what the writer of the clean corpus needs. Documents of the file are
/// its rows, in order, without the skipped ones.
struct ParquetInput {
  std::string path = {};
  std::shared_ptr<const RecordSource> bytes = {};
  SkippedRows skipped = {};

  /// Opens the file. Throws Error if it has changed since it was first opened, or is damaged.
  [[nodiscard]] std::shared_ptr<const parquet::File> open() const;
};

/// Returns true if the file is to be read as Parquet: by the format that was asked for, by its extension, or by
/// its first and last bytes if the extension says nothing.
[[nodiscard]] bool is_parquet(const InputItem& item, const ReadOptions& options);

/// Adds the rows of the segment, from which these documents come, that are not among the documents.
void note_skipped_rows(const RawSegment& segment, std::string_view lines,
                       std::span<const Document> documents);

/// The parts of a Parquet file that are not yet taken.
class ParquetParts {
 public:
  /// Opens the file. REQUIRES: is_parquet(item, options)
  ParquetParts(InputItem item, InputSurroundings& surroundings);
  ~ParquetParts();

  /// Returns the next part; null at the end. The first one reports what is wrong with the file, if anything.
  [[nodiscard]] std::shared_ptr<InputPart> take();

 private:
  void open();
  void find_fields(const parquet::File& file);

  InputSurroundings& surroundings_;
  InputItem item_;
  std::vector<Problem> problems_;
  std::shared_ptr<ParquetInput> input_;
  std::shared_ptr<const InputFile> described_;
  std::shared_ptr<const parquet::File> file_;
  std::vector<std::string> fields_;
  int next_group_ = 0;
};

}  // namespace neardup::internal
