// The bytes of a file or of standard input, decompressed on the way when they are gzip or zstd.
//
// The kind is chosen by the magic bytes, not by the name, so that `.gz` on standard input and a wrongly named
// file both work. Memory is bounded whatever the file claims: one input buffer and the window of the
// decompressor. Sources do not throw for bad data: everything before the damage is delivered, then read says
// 0 and problem() says why.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "neardup/corpus/document.h"

namespace neardup {

class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  /// Between 1 and out.size() bytes; 0 at the end, and then problem() tells whether it is the true end.
  /// REQUIRES: out is not empty
  [[nodiscard]] virtual std::size_t read(std::span<char> out) = 0;

  /// What stopped the reading; its byte is an offset in the compressed file.
  [[nodiscard]] virtual const std::optional<Problem>& problem() const noexcept = 0;

  [[nodiscard]] virtual bool is_compressed() const noexcept = 0;
  /// Of the file, compressed as it is.
  [[nodiscard]] virtual std::uint64_t read_bytes() const noexcept = 0;
};

/// "-" is standard input. A file that cannot be opened is a source that has only a problem.
[[nodiscard]] std::unique_ptr<ByteSource> open_byte_source(const std::string& path);

}  // namespace neardup
