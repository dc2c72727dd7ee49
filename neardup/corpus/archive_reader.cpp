#include "neardup/corpus/archive_reader.h"

#include <archive.h>
#include <archive_entry.h>

#include <array>
#include <utility>
#include <vector>

namespace neardup::internal {
namespace {

// Text hardly ever shrinks to less than a hundredth. An archive that grows by more, and beyond this size, is made to
// exhaust its reader.
constexpr std::uint64_t kBombFactor = 200;
constexpr std::size_t kShownOfAName = 40;
constexpr std::uint64_t kSmallEnough = std::uint64_t{1} << 30;

struct FreeArchive {
  void operator()(archive* handle) const noexcept { archive_read_free(handle); }
};

/// A handle of libarchive that reads from a ByteSource.
class Unpacker {
 public:
  Unpacker(std::unique_ptr<ByteSource> packed, std::string path)
      : packed_(std::move(packed)), path_(std::move(path)), handle_(archive_read_new()) {}
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  [[nodiscard]] archive* handle() const noexcept { return handle_.get(); }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] const ByteSource& packed() const noexcept { return *packed_; }

  /// Opens the archive after the caller has said which formats to expect.
  bool open() { return archive_read_open(handle(), this, nullptr, &Unpacker::give, nullptr) == ARCHIVE_OK; }

  /// Reads unpacked bytes like ByteSource::read. `problem` is set if the data is damaged.
  std::size_t read(std::span<char> out, std::optional<Problem>& problem) {
    la_ssize_t count = 0;
    do {
      count = archive_read_data(handle(), out.data(), out.size());
    } while (count == ARCHIVE_RETRY);
    if (count < 0) {
      problem = describe_failure();
      return 0;
    }
    unpacked_ += static_cast<std::uint64_t>(count);
    if (unpacked_ > kSmallEnough && unpacked_ / kBombFactor > packed_->read_bytes()) {
      problem = Problem{.path = path_,
                        .message = std::to_string(packed_->read_bytes()) + " bytes expand to more than " +
                                   std::to_string(unpacked_) +
                                   ": a decompression bomb? The rest of the file is skipped"};
      is_bomb_ = true;
      return 0;
    }
    return static_cast<std::size_t>(count);
  }
  [[nodiscard]] bool is_bomb() const noexcept { return is_bomb_; }

  /// Returns the problem with the source if it has one, else the one that libarchive found.
  [[nodiscard]] Problem describe_failure() const {
    if (packed_->problem()) return *packed_->problem();
    const char* const cause = archive_error_string(handle());
    return {.path = path_,
            .byte = static_cast<std::uint64_t>(std::max<la_int64_t>(0, archive_filter_bytes(handle(), -1))),
            .message =
                std::string("damaged or truncated (") + (cause != nullptr ? cause : "unknown cause") + ")"};
  }

 private:
  static la_ssize_t give(archive* /*handle*/, void* self, const void** bytes) {
    auto* const unpacker = static_cast<Unpacker*>(self);
    *bytes = unpacker->buffer_.data();
    return static_cast<la_ssize_t>(unpacker->packed_->read(unpacker->buffer_));
  }

  std::unique_ptr<ByteSource> packed_;
  std::string path_;
  std::vector<char> buffer_ = std::vector<char>(std::size_t{64} << 10);
  std::uint64_t unpacked_ = 0;
  bool is_bomb_ = false;
  std::unique_ptr<archive, FreeArchive> handle_;  // destroyed first: it may still use the others
};

/// The bytes of the current member, or of a stream that is packed as a whole.
class UnpackedSource final : public ByteSource {
 public:
  UnpackedSource(std::shared_ptr<Unpacker> unpacker, std::optional<Problem> problem)
      : unpacker_(std::move(unpacker)),
        problem_(std::move(problem)),
        read_before_(unpacker_->packed().read_bytes()) {}

  /// Counts what was read before as read by this source too.
  void count_from_the_beginning() noexcept { read_before_ = 0; }

  std::size_t read(std::span<char> out) override {
    if (head_from_ < head_.size()) {
      const std::size_t count = head_.copy(out.data(), out.size(), head_from_);
      head_from_ += count;
      return count;
    }
    return problem_ ? 0 : unpacker_->read(out, problem_);
  }
  std::string_view beginning() override {
    if (!head_.empty()) return head_;
    head_.resize(kBeginningBytes);
    std::size_t size = 0;
    while (size < head_.size() && !problem_) {
      const std::size_t count = unpacker_->read({head_.data() + size, head_.size() - size}, problem_);
      if (count == 0) break;
      size += count;
    }
    head_.resize(size);
    return head_;
  }
  bool is_waiting() const noexcept override { return false; }
  const std::optional<Problem>& problem() const noexcept override {
    static const std::optional<Problem> none;
    return head_from_ < head_.size() ? none : problem_;
  }
  bool is_compressed() const noexcept override { return true; }
  std::uint64_t read_bytes() const noexcept override {
    return unpacker_->packed().read_bytes() - read_before_;
  }

 private:
  std::shared_ptr<Unpacker> unpacker_;
  std::optional<Problem> problem_;
  std::uint64_t read_before_;
  std::string head_;  // read ahead; the bytes from head_from_ on are not yet handed out
  std::size_t head_from_ = 0;
};

/// Returns the name without "." and empty parts; "" if a part of it is hidden.
std::string visible_name(std::string_view name) {
  std::string visible;
  while (!name.empty()) {
    const std::size_t end = std::min(name.find('/'), name.size());
    const std::string_view part = name.substr(0, end);
    name.remove_prefix(std::min(end + 1, name.size()));
    if (part.empty() || part == ".") continue;
    if (part.front() == '.') return {};
    if (!visible.empty()) visible += '/';
    visible += part;
  }
  return visible;
}

/// Returns true if a file could have this name, so that a clean copy of it can be written.
bool fits_file_system(std::string_view name) {
  constexpr std::size_t kLongestPart = 255;
  constexpr std::size_t kLongestName = 2048;
  std::size_t part = 0;
  for (const char c : name) {
    part = c == '/' ? 0 : part + 1;
    if (part > kLongestPart) return false;
  }
  return name.size() <= kLongestName;
}

std::string name_of(archive_entry* entry) {
  const char* const utf8 = archive_entry_pathname_utf8(entry);
  if (utf8 != nullptr) return utf8;
  const char* const raw = archive_entry_pathname(entry);
  return raw != nullptr ? raw : "unnamed";
}

/// Returns true for the first members of files that only happen to be ZIP archives, such as those of Office.
bool begins_other_format(std::string_view name) {
  return name == "[Content_Types].xml" || name == "mimetype" || name == "_rels/.rels" ||
         name == "AndroidManifest.xml" || name.starts_with("META-INF/") || name.starts_with("docProps/") ||
         name.starts_with("word/") || name.starts_with("xl/") || name.starts_with("ppt/");
}

}  // namespace

bool can_read_archives() noexcept { return true; }

std::unique_ptr<ByteSource> unpack_stream(std::unique_ptr<ByteSource> packed, std::string path) {
  auto unpacker = std::make_shared<Unpacker>(std::move(packed), std::move(path));
  archive_read_support_filter_bzip2(unpacker->handle());
  archive_read_support_filter_xz(unpacker->handle());
  archive_read_support_format_raw(unpacker->handle());
  archive_read_support_format_empty(unpacker->handle());
  std::optional<Problem> problem;
  archive_entry* entry = nullptr;
  const bool is_open = unpacker->open();
  const int status = is_open ? archive_read_next_header(unpacker->handle(), &entry) : ARCHIVE_FATAL;
  if (status != ARCHIVE_OK && status != ARCHIVE_EOF) problem = unpacker->describe_failure();
  auto source = std::make_unique<UnpackedSource>(std::move(unpacker), std::move(problem));
  source->count_from_the_beginning();
  return source;
}

class ArchiveReader::Impl {
 public:
  Impl(std::unique_ptr<ByteSource> bytes, std::string path)
      : unpacker_(std::make_shared<Unpacker>(std::move(bytes), std::move(path))) {
    archive_read_support_format_tar(unpacker_->handle());
    archive_read_support_format_zip_streamable(unpacker_->handle());
    archive_read_set_options(unpacker_->handle(), "hdrcharset=UTF-8");
  }

  std::optional<ArchiveMember> next() {
    if (!std::exchange(is_open_, true) && !unpacker_->open()) return stop(unpacker_->describe_failure());
    while (!has_ended_) {
      archive_entry* entry = nullptr;
      const int status = archive_read_next_header(unpacker_->handle(), &entry);
      if (status == ARCHIVE_RETRY) continue;
      if (status == ARCHIVE_EOF) return finish();
      if (status < ARCHIVE_WARN || unpacker_->is_bomb()) return stop(unpacker_->describe_failure());
      if (std::optional<ArchiveMember> member = take(entry)) return member;
    }
    return std::nullopt;
  }

 private:
  /// Returns the member; nullopt if it is not one to read.
  std::optional<ArchiveMember> take(archive_entry* entry) {
    const std::string name = name_of(entry);
    if (std::exchange(is_first_, false) && begins_other_format(name))
      return stop({.path = unpacker_->path(),
                   .code = ProblemCode::not_text,
                   .message = "a ZIP archive, as .docx, .xlsx, .odt and .epub files are, not text; skipped"});
    const bool is_file =
        archive_entry_filetype(entry) == AE_IFREG && archive_entry_hardlink(entry) == nullptr;
    const std::string visible = visible_name(name);
    if (!is_file || name.ends_with('/') || visible.empty()) return std::nullopt;
    has_members_ = true;
    std::string path = unpacker_->path() + "/" + visible;
    if (!fits_file_system(visible))
      return ArchiveMember{.problem =
                               Problem{.path = unpacker_->path(),
                                       .message = "a member has a name too long for any file; skipped: " +
                                                  visible.substr(0, kShownOfAName) + "…"}};
    if (archive_entry_is_encrypted(entry) != 0)
      return ArchiveMember{.problem = Problem{.path = std::move(path), .message = "encrypted; skipped"}};
    return ArchiveMember{.path = std::move(path),
                         .bytes = std::make_unique<UnpackedSource>(unpacker_, std::nullopt)};
  }

  std::optional<ArchiveMember> stop(Problem problem) {
    has_ended_ = true;
    return ArchiveMember{.problem = std::move(problem)};
  }

  std::optional<ArchiveMember> finish() {
    has_ended_ = true;
    if (unpacker_->packed().problem()) return stop(*unpacker_->packed().problem());
    if (has_members_) return std::nullopt;
    return stop({.severity = Problem::Severity::warning,
                 .path = unpacker_->path(),
                 .message = "no file in this archive (hidden ones do not count)"});
  }

  std::shared_ptr<Unpacker> unpacker_;
  bool is_open_ = false;
  bool is_first_ = true;
  bool has_members_ = false;
  bool has_ended_ = false;
};

ArchiveReader::ArchiveReader(std::unique_ptr<ByteSource> bytes, std::string path)
    : impl_(std::make_unique<Impl>(std::move(bytes), std::move(path))) {}
ArchiveReader::~ArchiveReader() = default;
std::optional<ArchiveMember> ArchiveReader::next() { return impl_->next(); }

}  // namespace neardup::internal
