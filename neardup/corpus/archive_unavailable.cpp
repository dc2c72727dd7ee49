// Stands in for archive_reader.cpp in builds without libarchive.
#include <utility>

#include "neardup/corpus/archive_reader.h"

namespace neardup::internal {

class ArchiveReader::Impl {};

bool can_read_archives() noexcept { return false; }

std::unique_ptr<ByteSource> unpack_stream(std::unique_ptr<ByteSource> packed, std::string /*path*/) {
  return packed;
}

ArchiveReader::ArchiveReader(std::unique_ptr<ByteSource> /*bytes*/, std::string /*path*/) {}
ArchiveReader::~ArchiveReader() = default;
std::optional<ArchiveMember> ArchiveReader::next() { return std::nullopt; }

}  // namespace neardup::internal
