// What `next` hands to `parse`: bytes of whole records, and for each stretch of them the file they came from.
//
// One batch can hold a large file's piece or many small files; a stretch never spans two files. The bytes are
// followed by kPadding more that may be read, because the JSON parser looks at whole vectors.
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

namespace neardup {

/// Which columns of a table with a header line are the id and the text.
struct TableColumns {
  std::size_t count = 0;
  std::optional<std::size_t> id = {};
  std::vector<std::size_t> texts = {};
  std::vector<std::optional<std::size_t>> fields = {};
};

/// What all records of one file share. Complete before the first of its records is handed out.
struct InputFile {
  std::string path = {};
  InputFormat format = InputFormat::text;
  std::string encoding = "UTF-8";
  bool encoding_is_certain = false;                  // named by the user or by a byte order mark
  bool is_converted = false;                         // then offsets in the text are not offsets in the file
  std::size_t dropped_bytes = 0;                     // byte order mark before the text
  TableColumns columns = {};                         // tsv and csv only
  std::string header = {};                           // tsv and csv only: the first record, as it stands
  std::shared_ptr<const RecordSource> records = {};  // null unless records are kept
};

/// Bytes that grow in place: realloc moves pages, not bytes, so growing to N never needs more than N.
class RawBuffer {
 public:
  static constexpr std::size_t kPadding = 64;

  [[nodiscard]] char* data() noexcept { return bytes_.get(); }
  [[nodiscard]] const char* data() const noexcept { return bytes_.get(); }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::string_view view(std::size_t begin, std::size_t end) const noexcept {
    return {bytes_.get() + begin, end - begin};
  }

  /// The unused space behind the bytes; grow_by says how much of it was filled.
  [[nodiscard]] std::span<char> room() noexcept { return {bytes_.get() + size_, capacity_ - size_}; }
  void grow_by(std::size_t bytes) noexcept { size_ += bytes; }
  /// REQUIRES: size <= this->size()
  void truncate(std::size_t size) noexcept { size_ = size; }

  /// Sets the capacity, larger or smaller; never below size().
  void set_capacity(std::size_t capacity) {
    if (capacity < size_) capacity = size_;
    if (capacity == capacity_ && bytes_) return;
    void* const moved = std::realloc(bytes_.get(), capacity + kPadding);
    if (moved == nullptr) throw std::bad_alloc();
    static_cast<void>(bytes_.release());  // realloc has taken it over
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
  std::shared_ptr<const InputFile> file = {};  // null when there are no records
  std::size_t begin = 0;
  std::size_t end = 0;
  std::uint64_t first_line = 1;
  std::uint64_t offset = 0;  // of `begin`, in file->records
};

struct RawBatch {
  RawBuffer bytes;
  std::vector<RawSegment> segments;
};

}  // namespace neardup
