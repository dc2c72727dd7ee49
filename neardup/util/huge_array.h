// A large uninitialised array that asks the system for huge pages, or that may be paged out. With ordinary pages, writing to thousands
// of addresses in turn costs a page-table walk for nearly every write.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

#include "neardup/util/paged_memory.h"

namespace neardup::internal {

template <typename T>
class HugeArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  HugeArray() = default;
  /// REQUIRES: the memory, if given, outlives the array
  explicit HugeArray(std::size_t size, PagedMemory* memory = nullptr) : size_(size) {
    if (memory != nullptr && memory->pages(size * sizeof(T))) {
      data_ = {static_cast<T*>(memory->allocate(size * sizeof(T), alignof(T))), {memory, size * sizeof(T)}};
      return;
    }
    constexpr std::size_t kHugePage = std::size_t{2} << 20;
    const std::size_t page = size * sizeof(T) >= kHugePage ? kHugePage : 64;
    const std::size_t bytes = (size * sizeof(T) + page) / page * page;
    data_.reset(static_cast<T*>(std::aligned_alloc(page, bytes)));
    if (!data_) throw std::bad_alloc();
    if (page == kHugePage) madvise(data_.get(), bytes, MADV_HUGEPAGE);  // a hint: failure only costs time
  }

  [[nodiscard]] T* data() noexcept { return data_.get(); }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::span<T> span() noexcept { return {data_.get(), size_}; }

 private:
  struct Free {
    PagedMemory* memory = nullptr;  // null: ordinary memory
    std::size_t bytes = 0;
    void operator()(T* pointer) const noexcept {
      if (memory != nullptr) return memory->deallocate(pointer, bytes, alignof(T));
      std::free(pointer);
    }
  };
  std::unique_ptr<T, Free> data_;
  std::size_t size_ = 0;
};

}  // namespace neardup::internal
