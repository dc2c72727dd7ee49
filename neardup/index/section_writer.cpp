#include "neardup/index/section_writer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "neardup/util/checksum.h"
#include "neardup/util/error.h"
#include "neardup/util/temporary_name.h"

namespace neardup::internal::lsm {

namespace {

/// The new file in the folder of the path. The destructor removes it unless put_in_place has renamed it.
class NewFile {
 public:
  explicit NewFile(const std::string& path) : path_(path) {
    static std::atomic<unsigned> number = 0;  // only for names: two saves of one process must not collide
    name_ = path + ".new-" + std::to_string(getpid()) + "-" + std::to_string(number++);
    listed_.emplace(name_);
    descriptor_ = ::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail("cannot be created");
    keep_permissions();
  }
  ~NewFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!placed_) ::unlink(name_.c_str());
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write_at(std::uint64_t offset, std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail("cannot be written");
      bytes.remove_prefix(static_cast<std::size_t>(written));
      offset += static_cast<std::uint64_t>(written);
    }
  }

  void put_in_place() {
    if (::fsync(descriptor_) != 0) fail("cannot be synced");
    const int closed = ::close(std::exchange(descriptor_, -1));
    if (closed != 0) fail("cannot be closed");
    if (!listed_->rename_to(path_)) fail("cannot be renamed");
    placed_ = true;
    sync_folder();
  }

 private:
  /// Copies the permissions of the file that will be replaced, if there is one.
  void keep_permissions() const {
    struct stat old{};
    if (::stat(path_.c_str(), &old) != 0) return;
    if (::fchmod(descriptor_, old.st_mode & 07777) != 0) fail("cannot be given the permissions it had");
  }

  void sync_folder() const {
    const std::size_t slash = path_.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : path_.substr(0, slash + 1);
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool synced = descriptor >= 0 && ::fsync(descriptor) == 0;
    const int error = errno;
    if (descriptor >= 0) ::close(descriptor);
    errno = error;
    if (!synced) fail("is written, but its folder cannot be synced");
  }

  [[noreturn]] void fail(const char* what) const {
    throw Error(ErrorCode::io, path_ + ": " + what + ": " + std::strerror(errno));
  }

  std::string path_;
  std::string name_;
  std::optional<TemporaryName> listed_;
  int descriptor_ = -1;
  bool placed_ = false;
};

/// Writes the data and keeps the checksum of each page. Writes whole pieces of the size of a huge page, where such a
/// page would lie in the file: then Linux can keep them as huge pages in memory (seen on ext4 with Linux 6.18), and
/// whoever maps the file next waits for fewer page walks.
class DataWriter {
 public:
  DataWriter(NewFile& file, std::uint64_t start) : file_(file), start_(start), written_(start) {}

  void append(std::string_view bytes) {
    constexpr std::uint64_t kPiece = std::uint64_t{2} << 20;
    while (!bytes.empty()) {
      const auto taken =
          static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), kPiece - end() % kPiece));
      buffer_.append(bytes.substr(0, taken));
      bytes.remove_prefix(taken);
      if (end() % kPiece == 0) write_out();
    }
  }

  void append_zeros_up_to(std::uint64_t offset) { append(std::string(offset - end(), '\0')); }

  [[nodiscard]] std::vector<std::uint64_t> finish() {
    write_out();
    if (!buffer_.empty()) checksums_.push_back(checksum(buffer_));
    return std::move(checksums_);
  }

 private:
  [[nodiscard]] std::uint64_t end() const noexcept { return start_ + buffer_.size(); }

  /// Writes all bytes, and keeps those of the last page if it is not whole yet.
  void write_out() {
    const std::string_view bytes = buffer_;
    file_.write_at(written_, bytes.substr(written_ - start_));
    written_ = end();
    const std::size_t whole = bytes.size() / kPageBytes * kPageBytes;
    for (std::size_t page = 0; page < whole; page += kPageBytes)
      checksums_.push_back(checksum(bytes.substr(page, kPageBytes)));
    buffer_.erase(0, whole);
    start_ += whole;
  }

  NewFile& file_;
  std::uint64_t start_;    // where the first page of the buffer starts
  std::uint64_t written_;  // up to here, the file has the data
  std::string buffer_;
  std::vector<std::uint64_t> checksums_;
};

/// Gives every section its offset. Returns where the last one ends.
std::uint64_t place_sections(std::vector<SectionBytes>& sections, std::uint64_t data_start) {
  std::uint64_t end = data_start;
  for (SectionBytes& section : sections) {
    section.section.offset = align_section(end);
    section.section.length = section.bytes.size();
    end = section.section.offset + section.section.length;
  }
  return end;
}

/// Returns the length of the head. Offsets depend on it, and it depends on the number of pages, which
/// does not depend on the offsets. So the data is laid out as if it started at 0 and then moved.
std::uint64_t head_length(const FileHeader& header, std::uint64_t data_length) {
  const std::uint64_t pages = (data_length + kPageBytes - 1) / kPageBytes;
  return align_section(sizeof(FileHeader) + header.section_count * sizeof(FileSection) +
                       header.recipe_length + pages * sizeof(std::uint64_t));
}

std::string build_head(FileHeader header, const std::vector<SectionBytes>& sections, std::string_view recipe,
                       std::span<const std::uint64_t> pages) {
  std::string head(reinterpret_cast<const char*>(&header), sizeof(header));
  for (const SectionBytes& section : sections) {
    head.append(reinterpret_cast<const char*>(&section.section), sizeof(FileSection));
  }
  head.append(recipe);
  head.append(bytes_of(pages));
  head.resize(header.data_start, '\0');
  header.head_checksum = checksum_head(head);
  std::memcpy(head.data(), &header, sizeof(header));
  return head;
}

}  // namespace

void write_sections(const std::string& path, FileHeader header, std::vector<SectionBytes> sections,
                    std::string_view recipe, const MappedIndexFile* guard) {
  header.magic = kFileMagic;
  header.section_count = static_cast<std::uint32_t>(sections.size());
  header.recipe_length = static_cast<std::uint32_t>(recipe.size());
  header.page_length = kPageBytes;
  header.data_start = head_length(header, place_sections(sections, 0));
  header.file_length = place_sections(sections, header.data_start);
  NewFile file(path);
  DataWriter data(file, header.data_start);
  for (const SectionBytes& section : sections) {
    data.append_zeros_up_to(section.section.offset);
    if (guard != nullptr && guard->contains(section.bytes.data()))
      guard->check(section.bytes.data(), section.bytes.size());
    data.append(section.bytes);
  }
  file.write_at(0, build_head(header, sections, recipe, data.finish()));
  file.put_in_place();
}

}  // namespace neardup::internal::lsm
