// Plain POSIX reads: they work the same for files, pipes and devices. Reading into the caller's memory is as
// fast as a mapping, without the signals of a mapping when a file shrinks.
#include "neardup/corpus/raw_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace neardup {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{64} << 10;

}  // namespace

RawFile::RawFile(std::string path) : path_(std::move(path)) {
  descriptor_ = path_ == "-" ? STDIN_FILENO : ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ >= 0) return;
  const int code = errno;
  problem_ = Problem{.path = path_, .message = "cannot open: " + std::generic_category().message(code)};
}

RawFile::RawFile(RawFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      buffer_(std::move(other.buffer_)),
      buffered_(std::exchange(other.buffered_, {})),
      offset_(other.offset_),
      problem_(std::move(other.problem_)) {}

RawFile::~RawFile() {
  if (descriptor_ >= 0 && descriptor_ != STDIN_FILENO) ::close(descriptor_);
}

bool RawFile::refill() {
  if (!buffer_) buffer_ = std::make_unique_for_overwrite<char[]>(kBufferBytes);
  std::size_t size = 0;
  while (size < kBufferBytes) {
    const std::size_t count = read_descriptor({buffer_.get() + size, kBufferBytes - size});
    if (count == 0) break;
    size += count;
  }
  buffered_ = {buffer_.get(), size};
  return size != 0;
}

void RawFile::consume(std::size_t bytes) noexcept {
  buffered_.remove_prefix(bytes);
  offset_ += bytes;
}

std::size_t RawFile::read(std::span<char> out) {
  std::size_t count = std::min(out.size(), buffered_.size());
  if (count != 0) {
    std::memcpy(out.data(), buffered_.data(), count);
    consume(count);
    return count;
  }
  count = read_descriptor(out);
  offset_ += count;
  return count;
}

void RawFile::fail(std::string message) {
  if (!problem_) problem_ = Problem{.path = path_, .byte = offset_, .message = std::move(message)};
}

std::size_t RawFile::read_descriptor(std::span<char> out) {
  if (problem_) return 0;
  ssize_t count = 0;
  do {
    count = ::read(descriptor_, out.data(), out.size());
  } while (count < 0 && errno == EINTR);
  if (count < 0) fail("cannot read: " + std::generic_category().message(errno));
  return count > 0 ? static_cast<std::size_t>(count) : 0;
}

}  // namespace neardup
