// A file descriptor with a read buffer: the input of the decompressors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "neardup/corpus/document.h"

namespace neardup {

class RawFile {
 public:
  /// Opens the file; "-" is standard input, which is never closed. Stores a failure in problem().
  explicit RawFile(std::string path);
  RawFile(RawFile&& other) noexcept;
  RawFile(const RawFile&) = delete;
  RawFile& operator=(const RawFile&) = delete;
  RawFile& operator=(RawFile&&) = delete;
  ~RawFile();

  /// Reads into the buffer until it is full or the file ends. Returns false if nothing was read.
  /// REQUIRES: buffered() is empty
  bool refill();

  [[nodiscard]] std::string_view buffered() const noexcept { return buffered_; }
  void consume(std::size_t bytes) noexcept;

  /// Reads buffered bytes first, then straight from the file. Returns 0 at the end or after a failure.
  [[nodiscard]] std::size_t read(std::span<char> out);

  /// Returns the offset in the file of the first byte that was not consumed.
  [[nodiscard]] std::uint64_t offset() const noexcept { return offset_; }

  /// Records a problem at the current offset; keeps the first one.
  void fail(std::string message);
  [[nodiscard]] const std::optional<Problem>& problem() const noexcept { return problem_; }

 private:
  std::size_t read_descriptor(std::span<char> out);

  std::string path_;
  int descriptor_ = -1;
  std::unique_ptr<char[]> buffer_;
  std::string_view buffered_;
  std::uint64_t offset_ = 0;
  std::optional<Problem> problem_;
};

}  // namespace neardup
