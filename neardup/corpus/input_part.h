// A part of the input that is cut into records independently, so that several threads can read and
// decompress at once: consecutive files, until together they fill a batch (kBatchBytes) or one is a stream.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/corpus/archive_reader.h"
#include "neardup/corpus/corpus_reader.h"
#include "neardup/corpus/input_list.h"
#include "neardup/corpus/raw_batch.h"
#include "neardup/corpus/record_source.h"

namespace neardup::internal {

/// A pool of spools for the parts that are being read. The records of a file must be contiguous, so each part
/// has a spool of its own and hands it on to a later part. The pool makes as many spools as parts are read at
/// once. Thread-safe.
class SpoolPool {
 public:
  /// Creates the first spool, so that a folder that is not writable is noticed at once. Throws Error.
  explicit SpoolPool(std::string folder);

  [[nodiscard]] std::shared_ptr<Spool> take();
  void give_back(std::shared_ptr<Spool> spool);

 private:
  std::string folder_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<Spool>> free_;
};

/// The state that all parts of an input share; outlives them.
struct InputSurroundings {
  ReadOptions options = {};
  std::unique_ptr<SpoolPool> spools = {};  // null unless ReadOptions::keep_records is set
  std::atomic<std::uint64_t> read_bytes = 0;
};

class OpenInput;

class InputPart {
 public:
  /// Returns the next files of the list; null at its end.
  [[nodiscard]] static std::shared_ptr<InputPart> take(InputList& list, InputSurroundings& surroundings);

  InputPart(std::vector<InputItem> items, InputSurroundings& surroundings);
  InputPart(const InputPart&) = delete;
  InputPart& operator=(const InputPart&) = delete;
  ~InputPart();

  /// Returns the next raw records; null at the end. Only one thread at a time may call it.
  [[nodiscard]] std::shared_ptr<const RawBatch> next();
  /// Returns true if the part is not worth a thread of its own.
  [[nodiscard]] bool is_small() const noexcept;
  /// Returns true if `next` has nothing more to return.
  [[nodiscard]] bool is_done() const noexcept {
    return !current_ && !archive_ && next_item_ == items_.size();
  }
  /// Returns true if reading may block until another program writes: standard input, pipes and devices.
  [[nodiscard]] bool has_stream() const noexcept { return items_.back().is_stream; }

 private:
  void open_next(RawBatch& batch);
  void open_member(RawBatch& batch);
  [[nodiscard]] bool is_wanted(std::string_view relative_path) const;
  void count_read_bytes();

  InputSurroundings& surroundings_;
  std::vector<InputItem> items_;
  std::size_t next_item_ = 0;
  std::shared_ptr<Spool> spool_;            // null unless ReadOptions::keep_records is set
  std::unique_ptr<ArchiveReader> archive_;  // the last item that was taken, if it is an archive
  std::unique_ptr<OpenInput> current_;
  std::uint64_t counted_ = 0;  // bytes of the current file that are already in read_bytes
};

}  // namespace neardup::internal
