// gzip and zstd differ in only one call (bzip2 and xz are left to libarchive). The loop around it is written once: it refills the input, takes
// members and frames one after the other, detects truncation, and drains the decompressor's output.
#include "neardup/corpus/byte_source.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

#include "neardup/corpus/archive_reader.h"

namespace neardup::internal {
namespace {

constexpr std::string_view kGzipMagic = "\x1f\x8b";
constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";
constexpr std::string_view kSkippableMagic = "\x2a\x4d\x18";  // after one byte from 50 to 5F

bool is_gzip(std::string_view head) { return head.starts_with(kGzipMagic); }

bool is_zstd(std::string_view head) {
  if (head.starts_with(kZstdMagic)) return true;
  return head.size() >= 4 && (head[0] & 0xF0) == 0x50 && head.substr(1, 3) == kSkippableMagic;
}

/// Returns true if more bytes are needed to tell whether this is compressed.
bool may_begin_magic(std::string_view head) {
  if (head.size() >= kZstdMagic.size()) return false;
  return kGzipMagic.starts_with(head) || kZstdMagic.starts_with(head) ||
         ((head[0] & 0xF0) == 0x50 && kSkippableMagic.starts_with(head.substr(1)));
}

/// A file descriptor with a read buffer. Plain POSIX reads work the same for files, pipes and devices. Reading
/// into the caller's memory is as fast as a mapping, without the signals of a mapping when a file shrinks.
class RawFile {
 public:
  /// Opens the file; "-" is standard input, which is never closed. Stores a failure in problem().
  explicit RawFile(std::string path) : path_(std::move(path)) {
    descriptor_ = path_ == "-" ? STDIN_FILENO : ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status{};
    is_stream_ = descriptor_ >= 0 && ::fstat(descriptor_, &status) == 0 && !S_ISREG(status.st_mode);
    if (descriptor_ >= 0) return;
    const int code = errno;
    problem_ = Problem{.path = path_, .message = "cannot open: " + std::generic_category().message(code)};
  }
  /// Reads from a source instead of a file.
  RawFile(std::string path, std::unique_ptr<ByteSource> source)
      : path_(std::move(path)), source_(std::move(source)) {}
  RawFile(RawFile&& other) noexcept
      : path_(std::move(other.path_)),
        descriptor_(std::exchange(other.descriptor_, -1)),
        source_(std::move(other.source_)),
        is_stream_(other.is_stream_),
        buffer_(std::move(other.buffer_)),
        buffered_(std::exchange(other.buffered_, {})),
        offset_(other.offset_),
        problem_(std::move(other.problem_)) {}
  RawFile(const RawFile&) = delete;
  RawFile& operator=(const RawFile&) = delete;
  RawFile& operator=(RawFile&&) = delete;
  ~RawFile() {
    if (descriptor_ >= 0 && descriptor_ != STDIN_FILENO) ::close(descriptor_);
  }

  /// Reads into the buffer until it is full, the file ends or its writer pauses. Returns false if nothing was
  /// read. REQUIRES: buffered() is empty
  bool refill() {
    constexpr std::size_t kBufferBytes = std::size_t{64} << 10;
    if (!buffer_) buffer_ = std::make_unique_for_overwrite<char[]>(kBufferBytes);
    std::size_t size = 0;
    while (size < kBufferBytes) {
      const std::size_t count = read_descriptor({buffer_.get() + size, kBufferBytes - size});
      if (count == 0) break;
      size += count;
      if (!may_begin_magic({buffer_.get(), size}) && has_to_wait()) break;
    }
    buffered_ = {buffer_.get(), size};
    return size != 0;
  }

  /// Returns true if read() would wait for a writer.
  [[nodiscard]] bool is_waiting() const noexcept { return buffered_.empty() && has_to_wait(); }

  [[nodiscard]] std::string_view buffered() const noexcept { return buffered_; }
  void consume(std::size_t bytes) noexcept {
    buffered_.remove_prefix(bytes);
    offset_ += bytes;
  }

  /// Reads buffered bytes first, then straight from the file. Returns 0 at the end or after a failure.
  [[nodiscard]] std::size_t read(std::span<char> out) {
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

  /// Returns the offset in the file of the first byte that was not consumed.
  [[nodiscard]] std::uint64_t offset() const noexcept { return offset_; }

  /// Returns how many bytes of the file on disk were read.
  [[nodiscard]] std::uint64_t read_bytes() const noexcept {
    return source_ ? source_->read_bytes() : offset_;
  }
  /// Returns true if these are bytes of a source, which is compressed or part of an archive.
  [[nodiscard]] bool is_inside() const noexcept { return source_ != nullptr; }

  /// Records a problem at the current offset; keeps the first one.
  void fail(std::string message) {
    if (!problem_) problem_ = Problem{.path = path_, .byte = offset_, .message = std::move(message)};
  }
  [[nodiscard]] const std::optional<Problem>& problem() const noexcept { return problem_; }

 private:
  [[nodiscard]] bool has_to_wait() const noexcept {
    if (source_) return source_->is_waiting();
    if (!is_stream_ || problem_) return false;
    pollfd waiting{.fd = descriptor_, .events = POLLIN, .revents = 0};
    return ::poll(&waiting, 1, 0) == 0;  // 1 also at the end
  }

  std::size_t read_descriptor(std::span<char> out) {
    if (problem_) return 0;
    if (source_) return read_inner(out);
    ssize_t count = 0;
    do {
      count = ::read(descriptor_, out.data(), out.size());
    } while (count < 0 && errno == EINTR);
    if (count < 0) fail("cannot read: " + std::generic_category().message(errno));
    return count > 0 ? static_cast<std::size_t>(count) : 0;
  }

  std::size_t read_inner(std::span<char> out) {
    const std::size_t count = source_->read(out);
    if (count == 0) problem_ = source_->problem();
    return count;
  }

  std::string path_;
  int descriptor_ = -1;
  std::unique_ptr<ByteSource> source_;  // null if the descriptor is read
  bool is_stream_ = false;
  std::unique_ptr<char[]> buffer_;
  std::string_view buffered_;
  std::uint64_t offset_ = 0;
  std::optional<Problem> problem_;
};

class PlainSource final : public ByteSource {
 public:
  explicit PlainSource(RawFile file) : file_(std::move(file)) {}
  std::size_t read(std::span<char> out) override { return file_.read(out); }
  bool is_waiting() const noexcept override { return file_.is_waiting(); }
  const std::optional<Problem>& problem() const noexcept override { return file_.problem(); }
  std::string_view beginning() override { return file_.buffered().substr(0, kBeginningBytes); }
  bool is_compressed() const noexcept override { return file_.is_inside(); }
  std::uint64_t read_bytes() const noexcept override { return file_.read_bytes(); }

 private:
  RawFile file_;
};

struct Step {
  std::size_t consumed = 0;
  std::size_t produced = 0;
  bool at_boundary = false;  // between two members or frames, where the file may end
  std::string error = {};
};

class DecompressingSource : public ByteSource {
 public:
  explicit DecompressingSource(RawFile file) : file_(std::move(file)) {}

  std::size_t read(std::span<char> out) final {
    if (head_from_ == head_.size()) return read_on(out);
    const std::size_t count = head_.copy(out.data(), out.size(), head_from_);
    head_from_ += count;
    return count;
  }

  std::string_view beginning() final {
    if (!head_.empty()) return head_;
    head_.resize(kBeginningBytes);
    std::size_t size = 0;
    while (size < head_.size()) {
      const std::size_t count = read_on({head_.data() + size, head_.size() - size});
      size += count;
      if (count == 0 || is_waiting()) break;
    }
    head_.resize(size);
    return head_;
  }

  bool is_waiting() const noexcept final {
    return head_from_ == head_.size() && !output_pending_ && file_.is_waiting();
  }
  const std::optional<Problem>& problem() const noexcept final {
    static const std::optional<Problem> none;
    return head_from_ == head_.size() ? file_.problem() : none;
  }
  bool is_compressed() const noexcept final { return true; }
  std::uint64_t read_bytes() const noexcept final { return file_.read_bytes(); }

 protected:
  virtual Step decompress(std::string_view in, std::span<char> out) = 0;

 private:
  std::size_t read_on(std::span<char> out) {
    while (!file_.problem()) {
      const bool nothing_inside = at_boundary_ || !output_pending_;
      if (file_.buffered().empty() && nothing_inside && !file_.refill()) {
        if (!at_boundary_) file_.fail("the compressed data ends too early (truncated file?)");
        return 0;
      }
      Step step = decompress(file_.buffered(), out);
      file_.consume(step.consumed);
      at_boundary_ = step.at_boundary;
      output_pending_ = step.produced == out.size();
      if (!step.error.empty()) file_.fail(std::move(step.error));
      if (step.produced != 0) return step.produced;
    }
    return 0;
  }

  RawFile file_;
  bool at_boundary_ = false;
  bool output_pending_ = false;
  std::string head_;  // read ahead; the bytes from head_from_ on are not yet handed out
  std::size_t head_from_ = 0;
};

class GzipSource final : public DecompressingSource {
 public:
  explicit GzipSource(RawFile file) : DecompressingSource(std::move(file)) {
    constexpr int kGzipWrapper = 16;
    ready_ = inflateInit2(&stream_, MAX_WBITS + kGzipWrapper) == Z_OK;
  }
  ~GzipSource() override { inflateEnd(&stream_); }

 private:
  Step decompress(std::string_view in, std::span<char> out) override {
    if (!ready_) return {.error = "no memory for the gzip decompressor"};
    if (member_ended_) return start_member(in);
    constexpr std::size_t kMost = std::size_t{1} << 30;  // zlib counts in unsigned int
    const auto most_in = static_cast<uInt>(std::min(in.size(), kMost));
    const auto most_out = static_cast<uInt>(std::min(out.size(), kMost));
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream_.avail_in = most_in;
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = most_out;
    const int status = inflate(&stream_, Z_NO_FLUSH);
    member_ended_ = status == Z_STREAM_END;
    Step step{most_in - stream_.avail_in, most_out - stream_.avail_out, member_ended_, {}};
    if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
      step.error = std::string("damaged gzip data (") + (stream_.msg ? stream_.msg : "unknown cause") + ")";
    return step;
  }

  /// Handles what follows a member: another member, zero bytes that pad the file to a block size, or junk.
  Step start_member(std::string_view in) {
    const std::size_t padding = std::min(in.find_first_not_of('\0'), in.size());
    if (padding != 0) return {.consumed = padding, .at_boundary = true};
    if (in.front() != '\x1f') return {.at_boundary = true, .error = "something else follows the gzip data"};
    inflateReset(&stream_);
    member_ended_ = false;
    return {};
  }

  z_stream stream_{};
  bool ready_ = false;
  bool member_ended_ = false;
};

class ZstdSource final : public DecompressingSource {
 public:
  explicit ZstdSource(RawFile file) : DecompressingSource(std::move(file)), context_(ZSTD_createDCtx()) {}

 private:
  Step decompress(std::string_view in, std::span<char> out) override {
    if (!context_) return {.error = "no memory for the zstd decompressor"};
    ZSTD_inBuffer input{in.data(), in.size(), 0};
    ZSTD_outBuffer output{out.data(), out.size(), 0};
    const std::size_t status = ZSTD_decompressStream(context_.get(), &output, &input);
    Step step{input.pos, output.pos, status == 0, {}};
    if (ZSTD_isError(status)) step.error = explain(status);
    return step;
  }

  static std::string explain(std::size_t status) {
    if (ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge)
      return "made with a zstd window over 128 MiB (--long=28 or more): decompress it with zstd -d --long=31 "
             "first";
    return std::string("damaged zstd data (") + ZSTD_getErrorName(status) + ")";
  }

  struct FreeContext {
    void operator()(ZSTD_DCtx* context) const noexcept { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, FreeContext> context_;
};

std::unique_ptr<ByteSource> open_raw(RawFile file, const std::string& path) {
  file.refill();
  const std::string_view head = file.buffered();
  if (is_gzip(head)) return std::make_unique<GzipSource>(std::move(file));
  if (is_zstd(head)) return std::make_unique<ZstdSource>(std::move(file));
  const bool is_packed = is_packed_stream(head);
  auto plain = std::make_unique<PlainSource>(std::move(file));
  if (is_packed) return unpack_stream(std::move(plain), path);
  return plain;
}

}  // namespace

std::unique_ptr<ByteSource> open_byte_source(const std::string& path) {
  return open_raw(RawFile(path), path);
}

std::unique_ptr<ByteSource> decompress(std::unique_ptr<ByteSource> bytes, const std::string& path) {
  return open_raw(RawFile(path, std::move(bytes)), path);
}

}  // namespace neardup::internal
