// Cuts a stream into whole records without looking inside them: at line ends, at line ends outside CSV
// quotes, after JSON objects, or not at all. This is the only sequential part of reading, so it does little: it reads straight
// into the batch, looks for the last record end there, and keeps the cut-off rest for the next batch.
//
// The longest allowed document bounds the memory: a record that grows beyond it is reported and dropped while
// it is being read, and the records after it still come. A record that file damage cuts off is dropped too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/corpus/encoding.h"
#include "neardup/corpus/json_objects.h"
#include "neardup/corpus/raw_batch.h"

namespace neardup::internal {

inline constexpr std::size_t kBatchBytes = std::size_t{1} << 20;

enum class RecordShape { line, csv, whole_file, json };

/// What the splitter must know of a file to find the ends of its records.
struct RecordForm {
  RecordForm(RecordShape its_shape) : shape(its_shape) {}
  RecordShape shape;
  char delimiter = ',';      // csv only
  std::size_t prologue = 0;  // json only: see JsonObjectScanner
};

/// Finds record ends in a stream that comes in pieces; carries the CSV quote state from piece to piece.
class RecordEnds {
 public:
  explicit RecordEnds(const RecordForm& form)
      : shape_(form.shape), delimiter_(form.delimiter), objects_(form.prologue) {}
  /// Returns the offset just after the first or last record end in the piece; npos if it has none. After
  /// first_end, the next piece begins at that offset; after last_end, it begins after the whole piece.
  [[nodiscard]] std::size_t first_end(std::string_view piece);
  [[nodiscard]] std::size_t last_end(std::string_view piece);
  /// Returns true if no record can follow.
  [[nodiscard]] bool is_finished() const noexcept { return objects_.is_finished(); }
  /// Returns true if an array is still open and no record is.
  [[nodiscard]] bool is_in_array() const noexcept {
    return objects_.is_in_array() && !objects_.is_in_object();
  }

 private:
  enum class CsvState { field_start, bare, quoted, quote_in_quotes };
  [[nodiscard]] CsvState after(CsvState state, char c) const noexcept;

  RecordShape shape_;
  char delimiter_;
  JsonObjectScanner objects_;
  CsvState state_ = CsvState::field_start;
};

/// What one call of `fill` has appended to a buffer.
struct Cut {
  std::optional<Problem> problem = {};  // precedes the records
  std::size_t begin = 0;                // begin of the records in the buffer
  std::size_t end = 0;
  std::uint64_t first_line = 1;
  std::uint64_t offset = 0;  // offset of `begin` in the decoded stream
  bool is_last = false;
};

class RecordSplitter {
 public:
  RecordSplitter(TextSource source, const RecordForm& form, std::string path, std::size_t max_document);

  /// Appends whole records until the buffer holds kBatchBytes, or one longer record, or until the writer of a
  /// stream pauses. An empty cut that is not
  /// the last one only means: call again.
  [[nodiscard]] Cut fill(RawBuffer& buffer);
  [[nodiscard]] const TextSource& source() const noexcept { return source_; }

 private:
  [[nodiscard]] bool needs_more(const RawBuffer& buffer, const Cut& cut) const noexcept;
  void take_rest(RawBuffer& buffer);
  void read_piece(RawBuffer& buffer, Cut& cut);
  void make_room(RawBuffer& buffer, const Cut& cut) const;
  void add_piece(RawBuffer& buffer, Cut& cut, std::size_t count);
  void finish(RawBuffer& buffer, Cut& cut);
  [[nodiscard]] bool skip_long_record(RawBuffer& buffer, Cut& cut);
  [[nodiscard]] std::size_t read_source(std::span<char> room);
  [[nodiscard]] bool looks_like_bomb() const noexcept;
  [[nodiscard]] Problem problem_of_long_record(std::string message) const;

  TextSource source_;
  RecordShape shape_;
  std::string path_;
  std::size_t max_document_;
  std::size_t too_long_;  // an unfinished record of this length is dropped
  RecordEnds ends_;
  std::string rest_;  // the beginning of a record whose end has not been read yet
  std::uint64_t next_line_ = 1;
  std::uint64_t read_bytes_ = 0;
  std::uint64_t skipped_ = 0;  // bytes dropped so far of a long record; 0: not dropping one
  std::uint64_t long_record_line_ = 0;
  bool source_failed_ = false;
};

/// Returns "longer than 67108864 bytes; skipped" for that limit.
[[nodiscard]] std::string too_long_message(std::size_t max_document);

/// Returns the number of LF bytes.
[[nodiscard]] std::uint64_t count_line_ends(std::string_view bytes) noexcept;

}  // namespace neardup::internal
