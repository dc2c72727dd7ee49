// Stands in for archive_reader.cpp in builds without libarchive.
#include <utility>

#include "neardup/corpus/archive_reader.h"

namespace neardup::internal {

class ArchiveReader::Impl {};

bool can_read_archives() noexcept { return false; }

// NOLINTNEXTLINE(performance-unnecessary-value-param): as in archive_reader.cpp
std::unique_ptr<ByteSource> unpack_stream(std::unique_ptr<ByteSource> packed, std::string /*path*/) {
  return packed;
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): as in archive_reader.cpp
ArchiveReader::ArchiveReader(std::unique_ptr<ByteSource> /*bytes*/, std::string /*path*/) {}
ArchiveReader::~ArchiveReader() = default;
std::optional<ArchiveMember> ArchiveReader::next() { return std::nullopt; }

}  // namespace neardup::internal
