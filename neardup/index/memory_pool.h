// The allocator of runs. Merges free and allocate the same sizes again and again, and a fresh page
// from the system costs a page fault and is zeroed first, which takes longer than merging into it.
// So the pool keeps some of the freed memory, at most half as much as is in use or 16 MiB,
// whichever is more, and the system may reclaim large pieces when memory is short. Large pieces use
// huge pages where available: a find touches a few random places of tables that are hundreds of
// megabytes long, and would otherwise wait for a page walk at each. Smaller pieces are cut from huge pages
// too, because a find looks into many of them.
// Thread-safe.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

namespace neardup::internal::lsm {

/// A handle. Copies share one pool, which lives as long as anything allocated from it.
class MemoryPool {
 public:
  MemoryPool();

  /// Allocates at least `bytes` bytes, uninitialised and aligned to a cache line. The memory
  /// returns to the pool when its last owner goes away. Throws std::bad_alloc.
  [[nodiscard]] std::shared_ptr<void> take(std::size_t bytes) const;

  /// Returns all unused memory to the system.
  void trim() const noexcept;
  [[nodiscard]] std::size_t unused_bytes() const noexcept;

 private:
  struct Pieces;
  std::shared_ptr<Pieces> pieces_;
};

/// An array of fixed size in the memory of a pool, value-initialised: 0 for numbers.
template <typename T>
class PoolArray {
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  PoolArray() = default;
  PoolArray(const MemoryPool& pool, std::size_t size)
      : owner_(pool.take(size * sizeof(T))), data_(static_cast<T*>(owner_.get())) {
    std::uninitialized_value_construct_n(data_, size);
  }

  [[nodiscard]] T& operator[](std::size_t i) noexcept { return data_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return data_[i]; }
  [[nodiscard]] const T* data() const noexcept { return data_; }

 private:
  std::shared_ptr<void> owner_;
  T* data_ = nullptr;
};

}  // namespace neardup::internal::lsm
