#include "neardup/util/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "neardup/util/error.h"
#include "neardup/util/temporary_name.h"

namespace neardup::internal {
namespace {

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

/// Returns the number of the inherited descriptor that the path names, or -1 if it names none. The descriptor
/// may be an ordinary file that the shell opened; opening it again by name would lose the position in it.
int inherited_descriptor(const std::string& path) {
  if (path == "-" || path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    int number = -1;
    if (path.starts_with(folder) &&
        std::from_chars(path.data() + folder.size(), path.data() + path.size(), number).ptr ==
            path.data() + path.size())
      return number;
  }
  return -1;
}

int open_stream(const std::string& path) {
  const int inherited = inherited_descriptor(path);
  return inherited >= 0 ? ::fcntl(inherited, F_DUPFD_CLOEXEC, 0) : ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
}

/// Owns the descriptor and its temporary name, if it has one, and moves the file to its final name.
class NamelessFile {
 public:
  explicit NamelessFile(const std::string& path)
      : path_(is_output_stream(path) ? path : follow_link(path)), stream_(is_output_stream(path)) {
    descriptor_ = stream_ ? open_stream(path_)
                          : ::open(folder_of(path_).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) return;
    if (stream_) fail("cannot be written");
    if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL) fail("cannot be written");
    std::string name = temporary_name();
    listed_.emplace(name);
    descriptor_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail("cannot be written");
    name_ = std::move(name);
  }
  ~NamelessFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!name_.empty()) ::unlink(name_.c_str());
  }
  NamelessFile(const NamelessFile&) = delete;
  NamelessFile& operator=(const NamelessFile&) = delete;

  void write(std::string_view bytes) {
    if (stream_ && !bytes.empty()) note_streaming();
    while (!bytes.empty()) {
      const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0 && errno == EPIPE)
        throw Error(ErrorCode::reader_left, path_ + ": the reader closed the pipe");
      if (count < 0) fail("cannot be written");
      bytes.remove_prefix(static_cast<std::size_t>(count));
      written_ += count;
    }
    send_on();
  }

  void wait_for_disk() const {
    if (!stream_ && ::fsync(descriptor_) != 0) fail("cannot be written");
  }
  /// Syncs the whole file system: for many files this is far cheaper than one fsync after the other.
  void wait_for_disk_of_all() const {
    if (!stream_ && ::syncfs(descriptor_) != 0) fail("cannot be written");
  }

  void put_in_place() {
    if (stream_) return;
    if (name_.empty()) give_name();
    if (::close(std::exchange(descriptor_, -1)) != 0) fail("cannot be written");
    if (!listed_->rename_to(path_)) fail("cannot be replaced");
    name_.clear();
  }

 private:
  /// Starts writing back what there is, so that the final sync has less to wait for.
  void send_on() noexcept {
    constexpr off_t kPiece = off_t{8} << 20;
    if (stream_ || written_ - sent_ < kPiece) return;
    ::sync_file_range(descriptor_, sent_, written_ - sent_, SYNC_FILE_RANGE_WRITE);
    sent_ = written_;
  }

  [[nodiscard]] std::string temporary_name() const { return path_ + ".new-" + std::to_string(::getpid()); }

  void give_name() {
    std::string name = temporary_name();
    ::unlink(name.c_str());  // left by a killed run with the same process id
    listed_.emplace(name);
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor_);
    if (::linkat(AT_FDCWD, link.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) != 0)
      fail("cannot be written");
    name_ = std::move(name);
  }

  [[noreturn]] void fail(const char* what) const {
    throw Error(ErrorCode::io, path_ + ": " + what + ": " + std::strerror(errno));
  }

  std::string path_;
  bool stream_;
  std::string name_;  // empty: the file has no name yet
  std::optional<TemporaryName> listed_;
  int descriptor_ = -1;
  off_t written_ = 0;
  off_t sent_ = 0;  // bytes of written_ that are on their way to the disk
};

}  // namespace

/// Descriptors from the shell, pipes, terminals and devices such as /dev/null must never be replaced.
bool is_output_stream(const std::string& path) {
  if (inherited_descriptor(path) >= 0) return true;
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

std::string follow_link(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_symlink(path, error)) return path;
  const std::filesystem::path target = std::filesystem::canonical(path, error);
  return error ? path : target.string();
}

class ByteEncoder {
 public:
  explicit ByteEncoder(NamelessFile& file) : file_(file) {}
  ByteEncoder(const ByteEncoder&) = delete;
  ByteEncoder& operator=(const ByteEncoder&) = delete;
  virtual ~ByteEncoder() = default;
  virtual void write(std::string_view bytes) = 0;
  /// Ends the current member, if there is anything in it; what follows can be decoded from here on.
  virtual void end_member() = 0;
  virtual void finish() = 0;

 protected:
  NamelessFile& file_;
};

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 20;

class PlainEncoder : public ByteEncoder {
 public:
  using ByteEncoder::ByteEncoder;
  void write(std::string_view bytes) override { file_.write(bytes); }
  void end_member() override {}
  void finish() override {}
};

class GzipEncoder : public ByteEncoder {
 public:
  explicit GzipEncoder(NamelessFile& file) : ByteEncoder(file) {
    constexpr int kGzipWindow = 15 + 16;
    if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  ~GzipEncoder() override { deflateEnd(&stream_); }
  void write(std::string_view bytes) override {
    if (bytes.empty()) return;                           // even these would begin a member
    constexpr std::size_t kMost = std::size_t{1} << 30;  // zlib counts with 32 bits
    for (; bytes.size() > kMost; bytes.remove_prefix(kMost)) run(bytes.substr(0, kMost), Z_NO_FLUSH);
    run(bytes, Z_NO_FLUSH);
  }
  void end_member() override {
    if (stream_.total_in == 0) return;
    run({}, Z_FINISH);
    deflateReset(&stream_);
    has_members_ = true;
  }
  void finish() override {
    if (stream_.total_in > 0 || !has_members_) run({}, Z_FINISH);  // even an empty file has a member
  }

 private:
  void run(std::string_view bytes, int flush) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // zlib does not write there
    stream_.avail_in = static_cast<uInt>(bytes.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(buffer_.data());
      stream_.avail_out = static_cast<uInt>(buffer_.size());
      deflate(&stream_, flush);
      file_.write({buffer_.data(), buffer_.size() - stream_.avail_out});
    } while (stream_.avail_out == 0);
  }

  z_stream stream_{};
  bool has_members_ = false;
  std::vector<char> buffer_ = std::vector<char>(kBuffer);
};

class ZstdEncoder : public ByteEncoder {
 public:
  explicit ZstdEncoder(NamelessFile& file) : ByteEncoder(file), context_(ZSTD_createCCtx()) {
    if (context_ == nullptr) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
  }
  void write(std::string_view bytes) override {
    run(bytes, ZSTD_e_continue);
    is_empty_ = is_empty_ && bytes.empty();
  }
  void end_member() override {
    if (is_empty_) return;
    run({}, ZSTD_e_end);
    is_empty_ = true;
    has_members_ = true;
  }
  void finish() override {
    if (!is_empty_ || !has_members_) run({}, ZSTD_e_end);
  }

 private:
  void run(std::string_view bytes, ZSTD_EndDirective end) {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    std::size_t left = 0;
    do {
      ZSTD_outBuffer out{buffer_.data(), buffer_.size(), 0};
      left = ZSTD_compressStream2(context_.get(), &out, &in, end);
      if (ZSTD_isError(left) != 0)
        throw Error(ErrorCode::io, std::string("zstd: ") + ZSTD_getErrorName(left));
      file_.write({buffer_.data(), out.pos});
    } while (in.pos < in.size || (end == ZSTD_e_end && left != 0));
  }

  struct Free {
    void operator()(ZSTD_CCtx* context) const noexcept { ZSTD_freeCCtx(context); }
  };
  std::unique_ptr<ZSTD_CCtx, Free> context_;
  bool is_empty_ = true;  // the current frame
  bool has_members_ = false;
  std::vector<char> buffer_ = std::vector<char>(kBuffer);
};

std::unique_ptr<ByteEncoder> make_encoder(const std::string& path, NamelessFile& file) {
  if (path.ends_with(".gz")) return std::make_unique<GzipEncoder>(file);
  if (path.ends_with(".zst")) return std::make_unique<ZstdEncoder>(file);
  return std::make_unique<PlainEncoder>(file);
}

/// Bytes to encode, and where members end in them.
struct Collected {
  std::string bytes = {};
  std::vector<std::size_t> ends = {};  // ascending

  void encode(ByteEncoder& encoder) const {
    std::size_t begin = 0;
    for (const std::size_t end : ends) {
      encoder.write(std::string_view(bytes).substr(begin, end - begin));
      encoder.end_member();
      begin = end;
    }
    encoder.write(std::string_view(bytes).substr(begin));
  }
  void clear() noexcept {
    bytes.clear();
    ends.clear();
  }
};

}  // namespace

/// Collects bytes in memory. Once there are enough, a thread of its own encodes and writes them while the
/// caller collects more. Small outputs never start the thread; without a thread the caller writes.
class OutputFile::Impl {
 public:
  explicit Impl(const std::string& path) : file_(path), encoder_(make_encoder(path, file_)) {}
  ~Impl() { stop(); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void write(std::string_view bytes) {
    collected_.bytes += bytes;
    if (collected_.bytes.size() >= kBuffer) hand_over();
  }
  /// The last bytes may have been handed over already, so the end may be at the beginning of the next ones.
  void end_member() { collected_.ends.push_back(collected_.bytes.size()); }

  void finish() {
    if (is_finished_) return;
    if (thread_.joinable()) wait_until_written();
    stop();
    collected_.encode(*encoder_);
    encoder_->finish();
    collected_ = {};
    encoder_.reset();
    is_finished_ = true;
  }

  [[nodiscard]] NamelessFile& file() noexcept { return file_; }

 private:
  void hand_over() {
    if (!has_thread()) {
      collected_.encode(*encoder_);
      collected_.clear();
      return;
    }
    wait_until_written();
    {
      const std::lock_guard lock(mutex_);
      std::swap(collected_, handed_over_);
    }
    changed_.notify_all();
    collected_.clear();
  }

  /// Starts the thread if there is none yet. Returns false if the system refuses one; then the caller writes.
  [[nodiscard]] bool has_thread() {
    if (thread_.joinable()) return true;
    try {
      thread_ = std::thread([this] { write_what_comes(); });
      return true;
    } catch (const std::system_error&) {
      return false;
    }
  }

  /// Rethrows the exception of the writing thread, if there was one.
  void wait_until_written() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return handed_over_.bytes.empty() || failure_ != nullptr; });
    if (failure_ != nullptr) std::rethrow_exception(failure_);
  }

  void write_what_comes() noexcept {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return !handed_over_.bytes.empty() || stops_; });
      if (handed_over_.bytes.empty()) return;
      lock.unlock();  // the caller leaves handed_over_ alone until it is empty
      std::exception_ptr failure = try_to_write();
      lock.lock();
      handed_over_.clear();
      failure_ = std::move(failure);
      changed_.notify_all();
      if (failure_ != nullptr) return;
    }
  }

  [[nodiscard]] std::exception_ptr try_to_write() noexcept {
    try {
      handed_over_.encode(*encoder_);
      return nullptr;
    } catch (...) {
      return std::current_exception();
    }
  }

  void stop() noexcept {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard lock(mutex_);
      stops_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  NamelessFile file_;
  std::unique_ptr<ByteEncoder> encoder_;
  Collected collected_;
  bool is_finished_ = false;

  std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  Collected handed_over_;  // belongs to the thread until it is empty again
  std::exception_ptr failure_;
  bool stops_ = false;
  std::thread thread_;
};

OutputFile::OutputFile(const std::string& path) : impl_(std::make_unique<Impl>(path)) {}
OutputFile::~OutputFile() = default;
OutputFile::OutputFile(OutputFile&&) noexcept = default;
void OutputFile::write(std::string_view bytes) { impl_->write(bytes); }
void OutputFile::end_member() { impl_->end_member(); }
void OutputFile::finish() { impl_->finish(); }

void OutputFile::commit() {
  impl_->finish();
  impl_->file().wait_for_disk();
  impl_->file().put_in_place();
}

void OutputFile::commit_all(std::span<OutputFile> files) {
  // With fewer files, syncfs may take longer, because it also waits for the writes of other programs.
  constexpr std::size_t kMany = 8;
  for (OutputFile& file : files) {
    file.finish();
    if (files.size() < kMany) file.impl_->file().wait_for_disk();
  }
  if (files.size() >= kMany) files.front().impl_->file().wait_for_disk_of_all();
  for (OutputFile& file : files) file.impl_->file().put_in_place();
}

}  // namespace neardup::internal
