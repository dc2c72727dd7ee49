// Where each document of a run came from, by ordinal: its id and the location of its record, so that its text
// can be read again when it is needed and need not stay in memory.
//
// Takes 20 bytes per document, plus the id and its length (one byte; five from 255 bytes on) if the record
// has an id; ids made from path and line are made again on demand. Columns grow in chunks, so a growing table
// is never copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/corpus/corpus_reader.h"
#include "neardup/corpus/document.h"
#include "neardup/corpus/document_list.h"
#include "neardup/util/growing_column.h"
#include "neardup/util/paged_memory.h"

namespace neardup::internal {

/// Stores strings one after the other in chunks; the position at which a string begins identifies it.
class StringPool {
 public:
  /// REQUIRES: the memory outlives the pool
  explicit StringPool(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : memory_(memory) {}

  /// Adds a string and returns its position.
  std::uint64_t add(std::string_view text);
  [[nodiscard]] std::string_view operator[](std::uint64_t position) const noexcept;

 private:
  static constexpr std::size_t kChunk = std::size_t{1} << 20;
  static constexpr int kOffsetBits = 32;  // a position is a chunk number and an offset in the chunk

  std::pmr::memory_resource* memory_;
  std::vector<std::pmr::vector<char>> chunks_;
};

class RecordTable {
 public:
  RecordTable() : RecordTable(nullptr) {}
  /// Keeps its columns in the memory; null: ordinary memory. REQUIRES: the memory outlives the table
  explicit RecordTable(PagedMemory* memory)
      : memory_(memory), entries_(resource_of(memory)), ids_(resource_of(memory)) {}

  /// Adds the documents of a batch that was read with ReadOptions::keep_records. Batches come in input order.
  void add(const DocumentBatch& batch);
  /// Says that all documents added from now on are those of the list, in order: they have no records.
  void set_list(std::shared_ptr<const DocumentList> list);
  /// Returns the list if the document is in it, and null if the document is in a file.
  [[nodiscard]] const DocumentList* list_of(std::size_t document) const noexcept {
    return document >= list_begin_ ? list_.get() : nullptr;
  }
  /// Returns the position of the document in the list. REQUIRES: list_of(document) is not null
  [[nodiscard]] std::size_t position_in_list(std::size_t document) const noexcept {
    return document - list_begin_;
  }

  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }
  /// Call it now and then while going through the whole table (PagedMemory::breathe).
  void breathe() const {
    if (memory_ != nullptr) memory_->breathe();
  }
  [[nodiscard]] std::string id(std::size_t document) const;
  /// Returns the id that the record has; nullopt if the id was made from path and line.
  [[nodiscard]] std::optional<std::string_view> own_id(std::size_t document) const noexcept;
  [[nodiscard]] const InputFile& file(std::size_t document) const noexcept { return *shared_file(document); }
  [[nodiscard]] const std::shared_ptr<const InputFile>& shared_file(std::size_t document) const noexcept {
    return files_[file_number(document)];
  }
  [[nodiscard]] const std::string& path(std::size_t document) const noexcept;
  /// Returns the first later document that is from another file; size() if there is none.
  [[nodiscard]] std::size_t next_file(std::size_t document) const noexcept;
  /// Returns the first document from the same file.
  [[nodiscard]] std::size_t first_of_file(std::size_t document) const noexcept {
    return file_starts_[file_number(document)];
  }
  /// Returns the location of the record. Its `file` is a file number of this table; file numbers ascend, and
  /// documents of one file share one.
  [[nodiscard]] RecordLocation location(std::size_t document) const noexcept {
    const Entry& entry = entries_[document];
    return {file_number(document), entry.length, entry.offset.whole()};
  }

 private:
  static constexpr std::uint64_t kIdIsLocation = std::uint64_t{1} << 63;
  /// A 64-bit number in two halves, because its alignment would make an entry four bytes longer.
  struct Halves {
    std::uint32_t low;
    std::uint32_t high;
    explicit Halves(std::uint64_t word) noexcept
        : low(static_cast<std::uint32_t>(word)), high(static_cast<std::uint32_t>(word >> 32)) {}
    [[nodiscard]] std::uint64_t whole() const noexcept { return std::uint64_t{high} << 32 | low; }
  };
  struct Entry {
    Halves offset;
    Halves id;  // position in ids_, or kIdIsLocation and the line
    std::uint32_t length;
  };
  static_assert(sizeof(Entry) == 20);

  /// Finds the file from file_starts_: documents come file by file.
  [[nodiscard]] std::uint32_t file_number(std::size_t document) const noexcept;

  PagedMemory* memory_;
  std::vector<std::shared_ptr<const InputFile>> files_;
  std::vector<std::uint32_t> file_starts_;  // the first document of each file
  GrowingColumn<Entry> entries_;
  StringPool ids_;
  std::shared_ptr<const DocumentList> list_;
  std::size_t list_begin_ = std::numeric_limits<std::size_t>::max();
};

/// Reads records of a table again. Not thread-safe: use one per thread.
class RecordReader {
 public:
  /// REQUIRES: the table outlives the reader; the options are those it was read with
  RecordReader(const RecordTable& table, const ReadOptions& options);
  ~RecordReader();
  RecordReader(RecordReader&&) noexcept;
  RecordReader& operator=(RecordReader&&) = delete;

  /// Returns the document as it was first read, without id. Valid until the next call. Throws Error if the
  /// file has changed.
  [[nodiscard]] const Document& read(std::size_t document);

  /// Calls use(i, document) for each document, in order; the document is valid until `use` returns. Faster
  /// than `read` for documents that are close to each other in a file. Throws Error.
  void read_all(std::span<const std::uint32_t> documents,
                const std::function<void(std::size_t, const Document&)>& use);

  /// Returns the bytes of the records of documents first..last, with everything between them. Valid until the
  /// next call. REQUIRES: they are in this order in one file. Throws Error, also for documents of a list.
  [[nodiscard]] std::string_view read_raw(std::size_t first, std::size_t last);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace neardup::internal
