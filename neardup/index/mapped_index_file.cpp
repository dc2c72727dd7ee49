#include "neardup/index/mapped_index_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "neardup/util/checksum.h"
#include "neardup/util/error.h"

namespace neardup::internal::lsm {

namespace {

template <typename T>
std::vector<T> read_values(const char* begin, std::size_t count) {
  std::vector<T> values(count);
  if (count != 0) std::memcpy(values.data(), begin, count * sizeof(T));
  return values;
}

}  // namespace

std::uint64_t checksum_head(std::string_view head) {
  constexpr std::size_t kField = offsetof(FileHeader, head_checksum);
  std::string without(head.substr(0, kField));
  without.append(head.substr(kField + sizeof(std::uint64_t)));
  return checksum(without);
}

std::shared_ptr<const MappedIndexFile> MappedIndexFile::open(const std::string& path) {
  std::shared_ptr<MappedIndexFile> file(new MappedIndexFile(path));
  file->map();
  file->read_head();
  file->read_sections();
  return file;
}

MappedIndexFile::MappedIndexFile(std::string path) : path_(std::move(path)) {}

MappedIndexFile::~MappedIndexFile() {
  if (begin_ != nullptr) munmap(const_cast<char*>(begin_), length_);
}

void MappedIndexFile::refuse(const std::string& what, std::uint64_t offset) const {
  throw Error(ErrorCode::corrupt, fmt::format("{}: offset {}: {}", path_, offset, what));
}

void MappedIndexFile::map() {
  const auto fail = [this] { throw Error(ErrorCode::io, path_ + ": " + std::strerror(errno)); };
  const int descriptor = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail();
  struct stat status{};
  const bool known = fstat(descriptor, &status) == 0;
  if (known && S_ISDIR(status.st_mode)) {
    ::close(descriptor);
    errno = EISDIR;
    fail();
  }
  length_ = known ? static_cast<std::uint64_t>(status.st_size) : 0;
  const bool long_enough = known && length_ >= sizeof(FileHeader);
  void* const mapped = long_enough ? mmap(nullptr, length_, PROT_READ, MAP_SHARED, descriptor, 0) : nullptr;
  const int error = errno;
  ::close(descriptor);
  errno = error;
  if (!known || mapped == MAP_FAILED) fail();
  if (!long_enough)
    refuse(fmt::format("not an index file: only {} bytes, too short for a header", length_), 0);
  // Only advice: where the file system can, pages that are read from now on are huge, and a find waits for fewer
  // page walks.
  madvise(mapped, length_, MADV_HUGEPAGE);
  begin_ = static_cast<const char*>(mapped);
}

std::uint64_t MappedIndexFile::page_count() const noexcept {
  return (header_.file_length - header_.data_start + kPageBytes - 1) / kPageBytes;
}

void MappedIndexFile::read_head() {
  std::memcpy(&header_, begin_, sizeof(header_));
  if (header_.magic != kFileMagic) refuse("not an index file: wrong magic bytes", 0);
  if (header_.version < kOldestFileVersion || header_.version > kSimilarityFileVersion) {
    refuse(fmt::format("the index file has version {}; this program reads versions {} to {}", header_.version,
                       kOldestFileVersion, kSimilarityFileVersion),
           8);
  }
  if (header_.version == kSimilarityFileVersion && header_.content != 1) {
    refuse(fmt::format("the index file has version {} and content {}, which this program does not know",
                       header_.version, header_.content),
           offsetof(FileHeader, content));
  }
  if (header_.file_length != length_) {
    refuse(fmt::format("the file has {1} bytes instead of {0}: truncated or extended", header_.file_length,
                       length_),
           16);
  }
  if (header_.data_start < sizeof(header_) || header_.data_start > length_)
    refuse("the data starts outside the file", 24);
  // None of this can overflow, whatever the fields say: each count is 32 bits wide, and the number
  // of pages follows from two lengths.
  const std::uint64_t recipe_offset =
      sizeof(header_) + header_.section_count * std::uint64_t{sizeof(FileSection)};
  const std::uint64_t pages_offset = recipe_offset + header_.recipe_length;
  if (align_section(pages_offset + page_count() * sizeof(std::uint64_t)) != header_.data_start) {
    refuse("the parts of the head do not add up to its length", 12);
  }
  if (checksum_head({begin_, header_.data_start}) != header_.head_checksum)
    refuse("checksum of the head does not match", offsetof(FileHeader, head_checksum));
  sections_ = read_values<FileSection>(begin_ + sizeof(header_), header_.section_count);
  page_checksums_ = read_values<std::uint64_t>(begin_ + pages_offset, page_count());
  checked_ = std::vector<std::atomic<std::uint64_t>>((page_checksums_.size() + 63) / 64);
}

void MappedIndexFile::read_sections() {
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    const FileSection& section = sections_[i];
    const bool starts_inside = section.offset >= header_.data_start && section.offset <= length_;
    if (!starts_inside || section.length > length_ - section.offset ||
        section.offset % kSectionAlignment != 0) {
      refuse("a section lies outside the data", sizeof(header_) + i * sizeof(FileSection));
    }
  }
}

std::string_view MappedIndexFile::recipe() const noexcept {
  return {begin_ + sizeof(header_) + sections_.size() * sizeof(FileSection), header_.recipe_length};
}

void MappedIndexFile::check(const void* begin, std::size_t bytes) const {
  if (bytes == 0) return;
  const auto offset =
      static_cast<std::uint64_t>(static_cast<const char*>(begin) - begin_) - header_.data_start;
  const std::uint64_t last = (offset + bytes - 1) / kPageBytes;
  for (std::uint64_t page = offset / kPageBytes; page <= last; ++page) {
    const std::uint64_t bits = checked_[page / 64].load(std::memory_order_relaxed);
    if (((bits >> (page % 64)) & 1) == 0) check_page(page);
  }
}

/// Checks one page. Two threads may check the same page; the bytes do not change, so both get the
/// same answer.
void MappedIndexFile::check_page(std::uint64_t page) const {
  const std::uint64_t offset = header_.data_start + page * kPageBytes;
  const std::uint64_t bytes = std::min<std::uint64_t>(kPageBytes, header_.file_length - offset);
  if (checksum({begin_ + offset, bytes}) != page_checksums_[page]) {
    refuse(fmt::format("checksum of the {} bytes from here does not match", bytes), offset);
  }
  checked_[page / 64].fetch_or(std::uint64_t{1} << (page % 64), std::memory_order_relaxed);
}

}  // namespace neardup::internal::lsm
