// The memory of runs. Merges free and ask for the same sizes again and again, and a page that comes fresh
// from the system costs a fault and is cleared first, which takes longer than what merging does with it: so
// the pool keeps some of what was freed, at most half as much as is in use, and the system may take it when
// memory is short. Large pieces are on huge pages where there are any: a find touches a few random places of
// tables that are hundreds of megabytes long, and would otherwise wait for the page walk at each.
// Thread-safe.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

namespace neardup::index {

/// A handle: copies share one pool, which lives as long as anything that was taken from it.
class MemoryPool {
 public:
  MemoryPool();

  /// At least so many bytes, not initialised, aligned to a cache line. Goes back when the last owner lets go.
  /// Throws std::bad_alloc.
  [[nodiscard]] std::shared_ptr<void> take(std::size_t bytes) const;

  /// Gives everything that is not in use back to the system.
  void trim() const noexcept;
  [[nodiscard]] std::size_t unused_bytes() const noexcept;

 private:
  struct Pieces;
  std::shared_ptr<Pieces> pieces_;
};

/// A fixed array in memory of a pool, with initial values: 0 for numbers.
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

}  // namespace neardup::index
