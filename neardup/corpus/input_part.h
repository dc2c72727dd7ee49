// A stretch of the input that is cut into records by itself, so that several threads can read and decompress
// at once: small files that follow each other, up to and with one that is large or a stream.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "neardup/corpus/corpus_reader.h"
#include "neardup/corpus/input_list.h"
#include "neardup/corpus/raw_batch.h"
#include "neardup/corpus/record_source.h"

namespace neardup {

/// Spools for the parts that are being read: each has one for itself, because the records of a file must lie
/// behind each other, and hands it on to a later part. So there are as many as parts are read at once.
class SpoolPool {
 public:
  /// Makes the first spool, so that a folder that cannot be written to is found at once. Throws Error.
  explicit SpoolPool(std::string folder);

  [[nodiscard]] std::shared_ptr<Spool> take();
  void give_back(std::shared_ptr<Spool> spool);

 private:
  std::string folder_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<Spool>> free_;
};

/// What all parts of an input share; outlives them.
struct InputSurroundings {
  ReadOptions options = {};
  std::unique_ptr<SpoolPool> spools = {};  // null unless records are kept
  std::atomic<std::uint64_t> read_bytes = 0;
};

class OpenInput;

class InputPart {
 public:
  /// The next files of the list; null at its end.
  [[nodiscard]] static std::shared_ptr<InputPart> take(InputList& list, InputSurroundings& surroundings);

  InputPart(std::vector<InputItem> items, InputSurroundings& surroundings);
  InputPart(const InputPart&) = delete;
  InputPart& operator=(const InputPart&) = delete;
  ~InputPart();

  /// The next raw records; null at the end. One thread at a time.
  [[nodiscard]] std::shared_ptr<const RawBatch> next();
  /// True when it is not worth a thread.
  [[nodiscard]] bool is_small() const noexcept;
  /// True when `next` has nothing more to give.
  [[nodiscard]] bool is_done() const noexcept { return !current_ && next_item_ == items_.size(); }
  /// True when reading may wait for whoever writes it: standard input, pipes and devices.
  [[nodiscard]] bool has_stream() const noexcept { return items_.back().is_stream; }

 private:
  void open_next(RawBatch& batch);
  void count_read_bytes();

  InputSurroundings& surroundings_;
  std::vector<InputItem> items_;
  std::size_t next_item_ = 0;
  std::shared_ptr<Spool> spool_;  // null unless records are kept
  std::unique_ptr<OpenInput> current_;
  std::uint64_t counted_ = 0;  // bytes of the current file
};

}  // namespace neardup
