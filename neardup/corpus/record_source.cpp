#include "neardup/corpus/record_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "neardup/util/error.h"
#include "neardup/util/nameless_file.h"

namespace neardup::internal {
namespace {

[[noreturn]] void fail(const std::string& name, const std::string& what, int error,
                       ErrorCode code = ErrorCode::io) {
  throw Error(code, name + ": " + what + ": " + std::strerror(error));
}

int open_to_read(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail(path, "cannot be read again", errno);
  return descriptor;
}

}  // namespace

bool FileSource::is_possible(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

FileSource::FileSource(std::string path) : path_(std::move(path)) {
  const int descriptor = open_to_read(path_);
  identity_ = identity_of(descriptor);
  ::close(descriptor);
}

FileSource::Identity FileSource::identity_of(int descriptor) {
  struct stat status{};
  if (::fstat(descriptor, &status) != 0) return {};
  return {status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size), status.st_mtim.tv_sec,
          status.st_mtim.tv_nsec};
}

int FileSource::open() const {
  const int descriptor = open_to_read(path_);
  if (identity_of(descriptor) == identity_) return descriptor;
  ::close(descriptor);
  throw Error(ErrorCode::io, path_ + ": the file changed during the run");
}

void FileSource::close(int descriptor) const noexcept { ::close(descriptor); }

Spool::Spool(std::string folder)
    : folder_(temporary_folder(std::move(folder))), descriptor_(open_nameless_file(folder_)) {}

Spool::~Spool() { ::close(descriptor_); }

std::uint64_t Spool::append(std::string_view bytes) {
  const std::uint64_t begin = size_;
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(folder_, "the temporary file cannot be written", errno, ErrorCode::temporary_file);
    bytes.remove_prefix(static_cast<std::size_t>(count));
    size_ += static_cast<std::uint64_t>(count);
  }
  return begin;
}

void read_at(const RecordSource& source, int descriptor, std::uint64_t offset, std::span<char> out) {
  while (!out.empty()) {
    const ssize_t count = ::pread(descriptor, out.data(), out.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(source.name(), "cannot be read again at byte " + std::to_string(offset), errno);
    if (count == 0)
      throw Error(ErrorCode::io,
                  source.name() + ": ends at byte " + std::to_string(offset) + ", it was longer before");
    out = out.subspan(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
}

}  // namespace neardup::internal
