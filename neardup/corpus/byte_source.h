// The bytes of a file or of standard input, decompressed on the fly if they are gzip, zstd, bzip2 or xz.
//
// The magic bytes decide, not the name, so that gzip data on standard input and a wrongly named file both
// work. Memory is bounded whatever the file claims: one input buffer and the window of the decompressor.
// Sources do not throw for bad data: they deliver everything before the damage, then read() returns 0 and
// problem() says why.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "neardup/corpus/document.h"

namespace neardup::internal {

/// How much of its beginning a source can show: the header of a tar archive.
inline constexpr std::size_t kBeginningBytes = 512;

class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  /// Reads between 1 and out.size() bytes and returns the count. Returns 0 at the end; problem() then says
  /// whether it is the true end.
  /// REQUIRES: out is not empty
  [[nodiscard]] virtual std::size_t read(std::span<char> out) = 0;

  /// Returns the first bytes without consuming them: kBeginningBytes, or fewer if the source is shorter or its writer
  /// pauses. Only before the first read().
  [[nodiscard]] virtual std::string_view beginning() { return {}; }

  /// Returns true if read() would wait for a writer: a pipe, a socket or a terminal has nothing more for now. So
  /// what was read so far should be dealt with first.
  [[nodiscard]] virtual bool is_waiting() const noexcept = 0;

  /// Returns what stopped the reading, if anything did. Its byte is an offset in the compressed file.
  [[nodiscard]] virtual const std::optional<Problem>& problem() const noexcept = 0;

  [[nodiscard]] virtual bool is_compressed() const noexcept = 0;
  /// Returns how many bytes of the file were read, before decompression.
  [[nodiscard]] virtual std::uint64_t read_bytes() const noexcept = 0;
};

/// Opens a file; "-" is standard input. A file that cannot be opened becomes a source with only a problem.
[[nodiscard]] std::unique_ptr<ByteSource> open_byte_source(const std::string& path);

/// Decompresses the bytes of a source, a member of an archive for example, if they are compressed.
[[nodiscard]] std::unique_ptr<ByteSource> decompress(std::unique_ptr<ByteSource> bytes,
                                                     const std::string& path);

}  // namespace neardup::internal
