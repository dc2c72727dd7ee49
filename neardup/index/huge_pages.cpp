#include "neardup/index/huge_pages.h"

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace neardup::index {

namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kLarge = 4 * kHugePage;  // below this the rounding would cost more than it brings

std::shared_ptr<void> map_huge(std::size_t bytes) {
  // A reservation one page longer than needed, cut to alignment: madvise then covers whole huge pages only.
  const std::size_t length = (bytes + 4095) & ~std::size_t{4095};
  const std::size_t reserved = length + kHugePage;
  void* const start = mmap(nullptr, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) throw std::bad_alloc();
  const std::size_t skipped = (kHugePage - reinterpret_cast<std::size_t>(start) % kHugePage) % kHugePage;
  char* const aligned = static_cast<char*>(start) + skipped;
  if (skipped > 0) munmap(start, skipped);
  if (skipped < kHugePage) munmap(aligned + length, kHugePage - skipped);
  madvise(aligned, length, MADV_HUGEPAGE);  // advice: without it the index is slower, not wrong
  return {aligned, [length](void* memory) { munmap(memory, length); }};
}

}  // namespace

std::shared_ptr<void> allocate_zeros(std::size_t bytes) {
  if (bytes >= kLarge) return map_huge(bytes);
  void* const memory = std::calloc(bytes, 1);
  if (memory == nullptr) throw std::bad_alloc();
  return {memory, [](void* used) { std::free(used); }};
}

}  // namespace neardup::index
