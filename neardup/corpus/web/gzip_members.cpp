// After damage, the search for the next member begins right after the beginning of the damaged one: a member
// that was cut off runs into its successors before the damage shows.
#include "neardup/corpus/web/gzip_members.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

namespace neardup::internal {
namespace {

constexpr std::string_view kMagic = "\x1f\x8b\x08";
constexpr std::size_t kPiece = std::size_t{64} << 10;
constexpr int kGzipWrapper = 16;

}  // namespace

std::unique_ptr<GzipMembers> GzipMembers::open(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return nullptr;
  struct stat status{};
  std::array<char, 3> head{};
  const bool is_gzip = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
                       ::pread(descriptor, head.data(), head.size(), 0) == 3 &&
                       std::string_view(head.data(), head.size()) == kMagic;
  if (is_gzip) return std::unique_ptr<GzipMembers>(new GzipMembers(descriptor, path));
  ::close(descriptor);
  return nullptr;
}

GzipMembers::GzipMembers(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {
  is_ready_ = inflateInit2(&stream_, MAX_WBITS + kGzipWrapper) == Z_OK;
  if (!is_ready_) fail("no memory for the gzip decompressor");
}

GzipMembers::~GzipMembers() {
  inflateEnd(&stream_);
  ::close(descriptor_);
}

void GzipMembers::fail(std::string message) {
  problem_ = Problem{.path = path_, .byte = offset_, .message = std::move(message)};
}

/// Reads more of the file after what is buffered. Returns false at the end.
bool GzipMembers::refill() {
  buffer_.erase(0, std::exchange(used_, 0));
  const std::size_t old_size = buffer_.size();
  buffer_.resize(old_size + kPiece);
  ssize_t count = 0;
  do {
    count = ::read(descriptor_, buffer_.data() + old_size, kPiece);
  } while (count < 0 && errno == EINTR);
  if (count < 0) fail("cannot read: " + std::generic_category().message(errno));
  buffer_.resize(old_size + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  return count > 0;
}

std::size_t GzipMembers::read(std::span<char> out) {
  while (!problem_) {
    if (used_ == buffer_.size() && !refill()) {
      if (is_inside_ && !problem_) fail("the compressed data ends too early (truncated file?)");
      return 0;
    }
    if (!is_inside_) {
      if (buffer_[used_] == '\0') {  // pads the file to a block size
        ++used_;
        ++offset_;
        continue;
      }
      inflateReset(&stream_);
      member_ = offset_;
      is_inside_ = true;
    }
    if (const std::size_t count = inflate_some(out)) return count;
  }
  return 0;
}

std::size_t GzipMembers::inflate_some(std::span<char> out) {
  constexpr std::size_t kMost = std::size_t{1} << 30;  // zlib counts in unsigned int
  const std::size_t room = std::min(out.size(), kMost);
  const std::size_t available = buffer_.size() - used_;
  stream_.next_in = reinterpret_cast<Bytef*>(buffer_.data() + used_);
  stream_.avail_in = static_cast<uInt>(available);
  stream_.next_out = reinterpret_cast<Bytef*>(out.data());
  stream_.avail_out = static_cast<uInt>(room);
  const int status = inflate(&stream_, Z_NO_FLUSH);
  const std::size_t consumed = available - stream_.avail_in;
  used_ += consumed;
  offset_ += consumed;
  if (status == Z_STREAM_END) is_inside_ = false;
  if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
    fail(std::string("damaged gzip data (") + (stream_.msg != nullptr ? stream_.msg : "unknown cause") + ")");
  return room - stream_.avail_out;
}

void GzipMembers::seek(std::uint64_t offset) {
  ::lseek(descriptor_, static_cast<off_t>(offset), SEEK_SET);
  buffer_.clear();
  used_ = 0;
  offset_ = offset;
}

bool GzipMembers::resume() {
  if (!is_ready_) return false;
  problem_.reset();
  for (seek(member_ + 1); find_magic(); ++used_, ++offset_) {
    if (!begins_record()) continue;
    is_inside_ = false;
    return true;
  }
  return false;
}

/// Moves to the next bytes that may begin a member, with enough after them to decide. Returns false at the end.
bool GzipMembers::find_magic() {
  constexpr std::size_t kEnough = 4096;
  while (true) {
    const std::size_t found = buffer_.find(kMagic, used_);
    const std::size_t skipped =
        found == std::string::npos ? buffer_.size() - std::min(buffer_.size(), used_ + 2) : found - used_;
    used_ += skipped;
    offset_ += skipped;
    const bool has_enough = found != std::string::npos && buffer_.size() - found >= kEnough;
    if (has_enough || !refill()) return found != std::string::npos;
  }
}

/// Returns true if a member that begins here holds the beginning of a record: the magic alone is too short.
bool GzipMembers::begins_record() const {
  constexpr std::string_view kRecord = "WARC/";
  z_stream trial{};
  if (inflateInit2(&trial, MAX_WBITS + kGzipWrapper) != Z_OK) return false;
  std::array<char, kRecord.size()> head{};
  trial.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(buffer_.data() + used_));
  trial.avail_in = static_cast<uInt>(buffer_.size() - used_);
  trial.next_out = reinterpret_cast<Bytef*>(head.data());
  trial.avail_out = head.size();
  const int status = inflate(&trial, Z_SYNC_FLUSH);
  inflateEnd(&trial);
  const bool is_valid = status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR;
  return is_valid && std::string_view(head.data(), head.size() - trial.avail_out) == kRecord;
}

}  // namespace neardup::internal
