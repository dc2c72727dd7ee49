#include "neardup/util/paged_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <new>
#include <utility>

#include "neardup/util/error.h"
#include "neardup/util/nameless_file.h"

namespace neardup::internal {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kLittle = std::size_t{16} << 10;  // less than this is always ordinary memory
constexpr std::size_t kBlock = std::size_t{64} << 20;
constexpr std::size_t kLargePiece = std::size_t{4} << 20;  // larger than this has a mapping of its own

/// Returns how much of the limit is for ordinary memory. The rest is for pages of the file and for what does not
/// come from here: buffers of texts, pairs, the program itself.
std::uint64_t ordinary_share(std::uint64_t limit) noexcept {
  constexpr std::uint64_t kOthers = std::uint64_t{256} << 20;
  const std::uint64_t most = limit / 4 * 3;
  return std::max(limit / 4, most > kOthers ? most - kOthers : 0);
}

/// Says how much memory of this process is resident.
class ResidentMemory {
 public:
  ResidentMemory() : file_(::open("/proc/self/statm", O_RDONLY | O_CLOEXEC)) {}
  ~ResidentMemory() { ::close(file_); }
  ResidentMemory(const ResidentMemory&) = delete;
  ResidentMemory& operator=(const ResidentMemory&) = delete;

  /// All of it, and the part that is pages of files.
  struct Bytes {
    std::uint64_t all = 0;
    std::uint64_t of_files = 0;
  };
  [[nodiscard]] Bytes bytes() const {
    std::array<char, 64> text{};  // numbers of pages: all, the resident ones, those of files, and others
    if (::pread(file_, text.data(), text.size() - 1, 0) <= 0) return {};
    char* next = text.data();
    std::strtoull(next, &next, 10);
    const std::uint64_t all = std::strtoull(next, &next, 10) * kPage;
    return {all, std::strtoull(next, &next, 10) * kPage};
  }

 private:
  int file_;
};

/// Returns the number at the start of a file, or no value if there is none, such as "max".
std::optional<std::uint64_t> number_in(const std::string& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  return file >> number ? std::optional(number) : std::nullopt;
}

/// Returns the least limit of the control groups that this process is in.
std::optional<std::uint64_t> control_group_limit() {
  std::ifstream groups("/proc/self/cgroup");
  std::string line;
  while (std::getline(groups, line) && !line.starts_with("0::")) continue;
  if (!line.starts_with("0::")) return std::nullopt;
  std::optional<std::uint64_t> least;
  for (std::string group = line.substr(3);; group.resize(group.rfind('/'))) {
    const auto limit = number_in("/sys/fs/cgroup" + group + "/memory.max");
    if (limit) least = std::min(*limit, least.value_or(*limit));
    if (group.find('/') == std::string::npos) return least;
  }
}

std::optional<std::uint64_t> available_memory() {
  constexpr std::uint64_t kKibibyte = 1024;
  std::ifstream info("/proc/meminfo");
  for (std::string name; info >> name;) {
    std::uint64_t kibibytes = 0;
    if (name == "MemAvailable:" && info >> kibibytes) return kibibytes * kKibibyte;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> default_memory_limit() {
  std::optional<std::uint64_t> bytes = available_memory();
  if (const auto limit = control_group_limit()) bytes = std::min(*limit, bytes.value_or(*limit));
  return bytes ? std::optional(*bytes / 4 * 3) : std::nullopt;
}

PagedMemory::PagedMemory(std::uint64_t limit, std::string folder)
    : limit_(limit), folder_(temporary_folder(std::move(folder))) {}

PagedMemory::~PagedMemory() {
  watcher_ = {};  // ends it
  for (const auto& [begin, range] : mapped_) ::munmap(begin, range.bytes);
  if (file_ >= 0) ::close(file_);
}

bool PagedMemory::pages(std::size_t bytes) const noexcept {
  return limit_ > 0 && bytes >= kLittle && ordinary_ + bytes > ordinary_share(limit_);
}

void* PagedMemory::do_allocate(std::size_t bytes, std::size_t alignment) {
  if (pages(bytes)) return allocate_in_file(bytes);
  void* const memory = std::pmr::new_delete_resource()->allocate(bytes, alignment);
  ordinary_ += bytes;
  return memory;
}

void PagedMemory::do_deallocate(void* pointer, std::size_t bytes, std::size_t alignment) {
  if (file_bytes_ > 0 && bytes >= kLittle) {
    const std::scoped_lock lock(mutex_);
    if (find_mapping(pointer) != mapped_.end()) {
      if (bytes > kLargePiece) unmap(static_cast<std::byte*>(pointer));
      return;
    }
  }
  ordinary_ -= bytes;
  std::pmr::new_delete_resource()->deallocate(pointer, bytes, alignment);
}

/// Returns the mapping that the pointer points into; the end if it points to ordinary memory.
std::map<std::byte*, PagedMemory::Range>::iterator PagedMemory::find_mapping(const void* pointer) {
  const auto after = std::ranges::upper_bound(
      mapped_, pointer, std::less<>(), [](const auto& mapping) -> const void* { return mapping.first; });
  if (after == mapped_.begin()) return mapped_.end();
  const auto found = std::prev(after);
  return pointer < found->first + found->second.bytes ? found : mapped_.end();
}

void* PagedMemory::allocate_in_file(std::size_t bytes) {
  const std::scoped_lock lock(mutex_);
  if (bytes > kLargePiece) return map(bytes);
  if (block_ == nullptr || kBlock - block_used_ < bytes) {
    block_ = map(kBlock);
    block_used_ = 0;
  }
  constexpr std::size_t kAlignment = 64;
  return block_ +
         std::exchange(block_used_, (block_used_ + bytes + kAlignment - 1) / kAlignment * kAlignment);
}

/// Maps the next bytes of the file. They are allocated on disk first: a full disk is an error here, and not a
/// signal when a page is written.
std::byte* PagedMemory::map(std::size_t bytes) {
  if (file_ < 0) file_ = open_nameless_file(folder_);
  bytes = (bytes + kPage - 1) / kPage * kPage;
  const auto fail = [this] {
    throw Error(ErrorCode::temporary_file,
                folder_ + ": the temporary file cannot grow: " + std::strerror(errno));
  };
  const auto offset = static_cast<off_t>(file_end_);
  if (::fallocate(file_, 0, offset, static_cast<off_t>(bytes)) != 0 &&
      (errno != EOPNOTSUPP || ::ftruncate(file_, offset + static_cast<off_t>(bytes)) != 0))
    fail();
  void* const begin = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, offset);
  if (begin == MAP_FAILED) throw std::bad_alloc();
  mapped_[static_cast<std::byte*>(begin)] = {bytes, file_end_};
  file_end_ += bytes;
  file_bytes_ += bytes;
  if (!watcher_.joinable()) watcher_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
  return static_cast<std::byte*>(begin);
}

/// Also frees the disk space.
void PagedMemory::unmap(std::byte* begin) {
  const auto found = mapped_.find(begin);
  const auto [bytes, offset] = found->second;
  ::munmap(begin, bytes);
  ::fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
              static_cast<off_t>(bytes));  // if it fails, the space is free when the run ends
  mapped_.erase(found);
  file_bytes_ -= bytes;
}

void PagedMemory::watch(const std::stop_token& stop) {
  constexpr std::chrono::milliseconds kPause{1};
  while (!stop.stop_requested()) {
    std::this_thread::sleep_for(kPause);
    breathe();
  }
}

void PagedMemory::breathe() {
  if (file_bytes_ == 0) return;
  static const ResidentMemory memory;
  const auto [all, of_files] = memory.bytes();
  // Handing pages back takes the longer the more there are, and meanwhile others come in.
  const bool are_many = of_files > limit_ / 8 || all > limit_ / 4 * 3;
  if (!are_many || of_files < limit_ / 16) return;
  const std::scoped_lock lock(mutex_);
  // Changed pages are not lost: they are pages of the file, wherever the system keeps them.
  for (const auto& [begin, range] : mapped_) ::madvise(begin, range.bytes, MADV_DONTNEED);
}

}  // namespace neardup::internal
