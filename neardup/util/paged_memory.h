// Memory for what a run keeps of each document, within a limit.
//
// Up to a share of the limit it is ordinary memory. What is allocated after that lies in a nameless file
// that is mapped into memory, so the system can write its pages to disk and take them back. A thread watches
// how much of the process is resident, and hands pages back when it is too much: they stay in the file, and
// touching them again brings them back. Pages can come in faster than they are handed back, so for moments
// more than the limit may be resident (docs/decisions/0028-paged-columns.md). The answer is the same for any
// limit.
//
// The limit is that of the whole process, so a process uses one PagedMemory with a limit at a time.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory_resource>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace neardup::internal {

/// Returns three quarters of the memory that is free, counting what the system can free at once, and what the
/// limit of the control group leaves; nothing if the system does not say.
[[nodiscard]] std::optional<std::uint64_t> default_memory_limit();

class PagedMemory final : public std::pmr::memory_resource {
 public:
  /// Has no limit: everything is ordinary memory.
  PagedMemory() = default;
  /// Keeps the resident memory of the process below `limit` bytes, as far as its pages can be handed back. The
  /// file is made in `folder` when it is first needed.
  PagedMemory(std::uint64_t limit, std::string folder);
  ~PagedMemory() override;
  PagedMemory(const PagedMemory&) = delete;
  PagedMemory& operator=(const PagedMemory&) = delete;

  /// Returns true if an allocation of this size would go to the file.
  [[nodiscard]] bool pages(std::size_t bytes) const noexcept;
  /// Hands pages back if too many are resident. Threads that go through a whole column call it now and then: they can
  /// be faster than the thread that watches. Thread-safe.
  void breathe();
  /// Returns how many bytes of the file are in use.
  [[nodiscard]] std::uint64_t file_bytes() const noexcept { return file_bytes_; }

 private:
  struct Range {
    std::size_t bytes;
    std::uint64_t offset;
  };

  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void* pointer, std::size_t bytes, std::size_t alignment) override;
  [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override {
    return this == &other;
  }

  void* allocate_in_file(std::size_t bytes);
  [[nodiscard]] std::byte* map(std::size_t bytes);
  void unmap(std::byte* begin);
  void watch(const std::stop_token& stop);
  [[nodiscard]] std::map<std::byte*, Range>::iterator find_mapping(const void* pointer);

  std::uint64_t limit_ = 0;  // 0: none
  std::string folder_;
  std::atomic<std::uint64_t> ordinary_ = 0;    // bytes of ordinary memory in use
  std::atomic<std::uint64_t> file_bytes_ = 0;  // bytes of the file in use

  std::mutex mutex_;  // guards the members below, but not the watcher
  int file_ = -1;
  std::uint64_t file_end_ = 0;
  std::map<std::byte*, Range> mapped_;
  std::byte* block_ = nullptr;  // small pieces are cut from it and never returned
  std::size_t block_used_ = 0;
  std::jthread watcher_;
};

/// Counts documents that a loop visits here and there, and breathes between them: each may bring in many pages.
class PagedVisits {
 public:
  explicit PagedVisits(PagedMemory* memory) : memory_(memory) {}
  void count() {
    constexpr std::size_t kBetweenBreaths = 128;
    if (++visits_ % kBetweenBreaths == 0) memory_->breathe();
  }

 private:
  PagedMemory* memory_;
  std::size_t visits_ = 0;
};

/// Returns the memory, or ordinary memory if it is null.
[[nodiscard]] inline std::pmr::memory_resource* resource_of(PagedMemory* memory) noexcept {
  return memory != nullptr ? memory : std::pmr::get_default_resource();
}

}  // namespace neardup::internal
