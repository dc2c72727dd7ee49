// Reads the members of .zip and .tar archives one after the other, and streams of bzip2 and xz, with libarchive.
//
// Archives are read from front to back like any stream, so that those in a pipe, in .gz or in .zst work too, and the
// members before a damage still count. Names are made safe: an absolute path or one with ".." cannot lead out of an
// output folder, because hidden names are left out and these begin with a dot.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "neardup/corpus/byte_source.h"

namespace neardup::internal {

/// Returns true if this build reads archives.
[[nodiscard]] bool can_read_archives() noexcept;

/// Returns true if a file that begins like this is a .zip or .tar archive and this build reads them.
[[nodiscard]] bool is_archive(std::string_view beginning) noexcept;

/// Returns true if the name of a file is that of an archive.
[[nodiscard]] bool has_archive_name(std::string_view path) noexcept;

/// Returns true if a file that begins like this is a stream of bzip2 or xz and this build reads them.
[[nodiscard]] bool is_packed_stream(std::string_view beginning) noexcept;

/// Unpacks bzip2 and xz. `path` is for messages.
[[nodiscard]] std::unique_ptr<ByteSource> unpack_stream(std::unique_ptr<ByteSource> packed, std::string path);

/// A member, or what is wrong with it or with the rest of the archive.
struct ArchiveMember {
  std::string path = {};                   // path of the archive, a slash, and the name of the member
  std::unique_ptr<ByteSource> bytes = {};  // null if there is a problem; valid until the next member
  std::optional<Problem> problem = {};
};

class ArchiveReader {
 public:
  /// REQUIRES: is_archive(bytes->beginning())
  ArchiveReader(std::unique_ptr<ByteSource> bytes, std::string path);
  ArchiveReader(const ArchiveReader&) = delete;
  ArchiveReader& operator=(const ArchiveReader&) = delete;
  ~ArchiveReader();

  /// Returns the next regular file that is not hidden; nullopt at the end.
  [[nodiscard]] std::optional<ArchiveMember> next();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace neardup::internal
