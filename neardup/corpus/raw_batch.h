// What `next` passes to `parse`: the bytes of whole records, and for each segment of them its file.
//
// One batch holds a piece of a large file or many small files; a segment never spans two files. After the
// bytes, kPadding more are readable, because the JSON parser loads whole vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/corpus/corpus_reader.h"
#include "neardup/corpus/document.h"
#include "neardup/corpus/record_source.h"

namespace neardup::internal {

/// Which columns of a table are the id and the text.
struct TableColumns {
  std::size_t count = 0;
  char delimiter = ',';  // csv only
  std::optional<std::size_t> id = {};
  std::vector<std::size_t> texts = {};
  std::vector<std::optional<std::size_t>> fields = {};
};

/// The properties that all records of one file share. Complete before its first record is handed out.
struct InputFile {
  std::string path = {};
  InputFormat format = InputFormat::text;
  std::string encoding = "UTF-8";
  bool encoding_is_certain = false;  // named by the user or by a byte order mark
  bool is_converted = false;         // if true, offsets in the text are not offsets in the file
  std::size_t dropped_bytes = 0;     // length of the byte order mark before the text
  bool has_mark = false;             // begins with a byte order mark
  bool continues = false;            // same file as the one before it, from where its encoding was guessed on
  TableColumns columns = {};         // tsv and csv only
  std::string header = {};           // tsv and csv only: the first record, unchanged, if it names the columns
  std::shared_ptr<const RecordSource> records = {};  // null unless ReadOptions::keep_records is set
};

/// A byte buffer that grows in place: realloc moves pages, not bytes, so growing to N needs no more than N.
class RawBuffer {
 public:
  static constexpr std::size_t kPadding = 64;

  [[nodiscard]] char* data() noexcept { return bytes_.get(); }
  [[nodiscard]] const char* data() const noexcept { return bytes_.get(); }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::string_view view(std::size_t begin, std::size_t end) const noexcept {
    return {bytes_.get() + begin, end - begin};
  }

  /// Returns the unused space after the bytes; grow_by says how much of it was filled.
  [[nodiscard]] std::span<char> room() noexcept { return {bytes_.get() + size_, capacity_ - size_}; }
  void grow_by(std::size_t bytes) noexcept { size_ += bytes; }
  /// REQUIRES: size <= this->size()
  void truncate(std::size_t size) noexcept { size_ = size; }

  /// Grows or shrinks the capacity, but never below size().
  void set_capacity(std::size_t capacity) {
    if (capacity < size_) capacity = size_;
    if (capacity == capacity_ && bytes_) return;
    void* const moved = std::realloc(bytes_.get(), capacity + kPadding);
    if (moved == nullptr) throw std::bad_alloc();
    static_cast<void>(bytes_.release());  // realloc has taken ownership
    bytes_.reset(static_cast<char*>(moved));
    capacity_ = capacity;
  }
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

 private:
  struct Free {
    void operator()(char* bytes) const noexcept { std::free(bytes); }
  };
  std::unique_ptr<char[], Free> bytes_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

struct RawSegment {
  std::optional<Problem> problem = {};         // comes before the records
  std::shared_ptr<const InputFile> file = {};  // null if there are no records
  std::size_t begin = 0;
  std::size_t end = 0;
  std::uint64_t first_line = 1;
  std::uint64_t offset = 0;  // offset of `begin` in file->records
};

struct RawBatch {
  RawBuffer bytes;
  std::vector<RawSegment> segments;
};

}  // namespace neardup::internal
