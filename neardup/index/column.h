// One array of a run: plain values stored contiguously, either owned or a part of a mapped file.
// Snapshots share columns, and a column never changes once it is built.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "neardup/index/memory_pool.h"

namespace neardup::internal::lsm {

template <typename T>
  requires std::is_trivially_copyable_v<T>
class Column {
 public:
  Column() = default;

  /// Allocates `size` values and leaves them uninitialised.
  Column(const MemoryPool& pool, std::size_t size) : size_(size) {
    if (size == 0) return;
    const std::shared_ptr<void> memory = pool.take(size * sizeof(T));
    data_ = static_cast<T*>(memory.get());
    owner_ = memory;
  }

  [[nodiscard]] static Column zeros(const MemoryPool& pool, std::size_t size) {
    Column column(pool, size);
    std::fill_n(column.data_, size, T{});
    return column;
  }

  /// Refers to values that `owner` keeps alive. They must not be written.
  Column(std::span<const T> values, std::shared_ptr<const void> owner)
      : data_(const_cast<T*>(values.data())), size_(values.size()), owner_(std::move(owner)) {}

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return size_ * sizeof(T); }
  [[nodiscard]] const T* data() const noexcept { return data_; }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return data_[i]; }
  [[nodiscard]] std::span<const T> values() const noexcept { return {data_, size_}; }

  /// Gives the builder write access.
  /// REQUIRES: the column owns its values
  [[nodiscard]] T* writable() noexcept { return data_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::shared_ptr<const void> owner_;
};

}  // namespace neardup::internal::lsm
