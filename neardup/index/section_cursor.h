// Walks over the sections of an index file in the order in which they were written, and refuses those that do
// not fit.
#pragma once

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "neardup/index/column.h"
#include "neardup/index/mapped_index_file.h"
#include "neardup/util/error.h"

namespace neardup::internal::lsm {

class SectionCursor {
 public:
  explicit SectionCursor(const std::shared_ptr<const MappedIndexFile>& file) : file_(file) {}

  [[nodiscard]] const MappedIndexFile& file() const noexcept { return *file_; }
  [[nodiscard]] std::size_t next() const noexcept { return next_; }
  [[nodiscard]] bool is_done() const noexcept { return next_ >= file_->sections().size(); }

  /// Throws Error that names the offset of the next section, or of the last one read.
  [[noreturn]] void refuse_next(const char* what) const { refuse(what, next_); }
  [[noreturn]] void refuse_last(const char* what) const { refuse(what, next_ - 1); }

  /// Returns the next section without moving on. Throws Error unless it has this kind.
  [[nodiscard]] const FileSection& peek(SectionKind kind) const {
    if (is_done()) refuse_next("a section is missing");
    const FileSection& section = file_->sections()[next_];
    if (section.kind != kind) refuse_next("this section has the wrong kind");
    return section;
  }

  template <typename T>
  [[nodiscard]] Column<T> read_column(SectionKind kind) {
    const FileSection& section = peek(kind);
    if (section.length % sizeof(T) != 0)
      refuse_next("the length of a section is not a multiple of its values");
    ++next_;
    const auto* const values = reinterpret_cast<const T*>(file_->bytes(section).data());
    return {std::span<const T>(values, section.length / sizeof(T)), file_};
  }

  template <typename T>
  [[nodiscard]] Column<T> read_column(SectionKind kind, std::uint64_t size) {
    Column<T> column = read_column<T>(kind);
    if (column.size() != size) refuse_last("this section has the wrong length");
    return column;
  }

 private:
  [[noreturn]] void refuse(const char* what, std::size_t section) const {
    const std::uint64_t offset = sizeof(FileHeader) + section * sizeof(FileSection);
    throw Error(ErrorCode::corrupt, fmt::format("{}: offset {}: {}", file_->path(), offset, what));
  }

  std::shared_ptr<const MappedIndexFile> file_;
  std::size_t next_ = 0;
};

}  // namespace neardup::internal::lsm
