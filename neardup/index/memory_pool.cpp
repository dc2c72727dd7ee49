#include "neardup/index/memory_pool.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <map>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace neardup::internal::lsm {

namespace {

constexpr std::size_t kSmall = std::size_t{1} << 14;  // below this the ordinary heap does as well
constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kAlwaysKept = std::size_t{16} << 20;
constexpr std::size_t kPage = 4096;
constexpr std::size_t kSlab = std::size_t{8} << 20;      // huge pages from which smaller pieces are cut
constexpr std::size_t kFewBytes = std::size_t{4} << 20;  // a small index does without slabs

/// Rounds up to a multiple of an eighth of the largest power of two that fits, so that a piece fits
/// many requests.
std::size_t round_up(std::size_t bytes) noexcept {
  const std::size_t step = std::bit_floor(bytes) / 8;
  return (bytes + step - 1) / step * step;
}

void* map_pages(std::size_t length) {
  void* const start = mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) throw std::bad_alloc();
  return start;
}

/// Maps one huge page more than needed and cuts the mapping to alignment, so that the advice covers
/// only whole huge pages.
void* map_huge_pages(std::size_t length) {
  char* const start = static_cast<char*>(map_pages(length + kHugePage));
  const std::size_t skipped = (kHugePage - reinterpret_cast<std::size_t>(start) % kHugePage) % kHugePage;
  char* const aligned = start + skipped;
  if (skipped > 0) munmap(start, skipped);
  if (skipped < kHugePage) munmap(aligned + length, kHugePage - skipped);
  madvise(aligned, length, MADV_HUGEPAGE);  // only advice: without it the index is slower, not wrong
  return aligned;
}

std::shared_ptr<void> take_small(std::size_t bytes) {
  constexpr std::align_val_t kAlignment{64};
  return {::operator new(bytes, kAlignment), [](void* used) { ::operator delete(used, kAlignment); }};
}

}  // namespace

/// The pieces that are not in use, by length.
struct MemoryPool::Pieces {
  ~Pieces() {
    trim();
    drop_slab();
  }

  /// Cuts a piece off the slab. It can be unmapped like any other.
  void* cut(std::size_t length) {
    const std::lock_guard lock(mutex);
    if (used < kFewBytes) return map_pages(length);
    const std::size_t pages = (length + kPage - 1) / kPage * kPage;
    if (pages > slab_left) {
      drop_slab();
      slab = static_cast<char*>(map_huge_pages(kSlab));
      slab_left = kSlab;
    }
    slab_left -= pages;
    return std::exchange(slab, slab + pages);
  }

  void* take(std::size_t length) {
    const std::lock_guard lock(mutex);
    const auto found = unused.find(length);
    if (found == unused.end() || found->second.empty()) return nullptr;
    void* const piece = found->second.back();
    found->second.pop_back();
    bytes -= length;
    return piece;
  }

  void count_used(std::size_t length) {
    const std::lock_guard lock(mutex);
    used += length;
  }

  void give_back(void* piece, std::size_t length) noexcept {
    const std::lock_guard lock(mutex);
    used -= length;
    try {
      if (bytes + length <= std::max(kAlwaysKept, used / 2)) {
        unused[length].push_back(piece);
        bytes += length;
        // The piece stays ours until the system is short of memory.
        if (length >= kHugePage) madvise(piece, length, MADV_FREE);
        return;
      }
    } catch (const std::bad_alloc&) {  // no memory for the list: do not keep the piece
    }
    munmap(piece, length);
  }

  void trim() noexcept {
    const std::lock_guard lock(mutex);
    for (const auto& [length, pieces] : unused) {
      for (void* const piece : pieces) munmap(piece, length);
    }
    unused.clear();
    bytes = 0;
  }

  void drop_slab() noexcept {
    if (slab_left > 0) munmap(slab, slab_left);
    slab_left = 0;
  }

  std::mutex mutex;
  char* slab = nullptr;
  std::size_t slab_left = 0;
  std::map<std::size_t, std::vector<void*>> unused;
  std::size_t bytes = 0;  // of the unused pieces
  std::size_t used = 0;
};

MemoryPool::MemoryPool() : pieces_(std::make_shared<Pieces>()) {}

std::shared_ptr<void> MemoryPool::take(std::size_t bytes) const {
  if (bytes < kSmall) return take_small(bytes);
  const std::size_t length = round_up(bytes);
  void* piece = pieces_->take(length);
  if (piece == nullptr) piece = length >= kHugePage ? map_huge_pages(length) : pieces_->cut(length);
  pieces_->count_used(length);
  return {piece, [pieces = pieces_, length](void* used) { pieces->give_back(used, length); }};
}

void MemoryPool::trim() const noexcept { pieces_->trim(); }

std::size_t MemoryPool::unused_bytes() const noexcept {
  const std::lock_guard lock(pieces_->mutex);
  return pieces_->bytes;
}

}  // namespace neardup::internal::lsm
