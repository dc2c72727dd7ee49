// A file descriptor with a buffer in front of it: what decompressors take their input from.
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
  /// Opens the file; "-" is standard input, which is not closed at the end. A failure is left in problem().
  explicit RawFile(std::string path);
  RawFile(RawFile&& other) noexcept;
  RawFile(const RawFile&) = delete;
  RawFile& operator=(const RawFile&) = delete;
  RawFile& operator=(RawFile&&) = delete;
  ~RawFile();

  /// Reads into the buffer until it is full or the file ends. False when nothing came.
  /// REQUIRES: buffered() is empty
  bool refill();

  [[nodiscard]] std::string_view buffered() const noexcept { return buffered_; }
  void consume(std::size_t bytes) noexcept;

  /// Buffered bytes first, then straight from the file. 0 at the end or after a failure.
  [[nodiscard]] std::size_t read(std::span<char> out);

  /// Offset in the file of the first byte that was not consumed.
  [[nodiscard]] std::uint64_t offset() const noexcept { return offset_; }

  /// Reports at the present offset; the first report stays.
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
