// A column of values that only grows. It consists of chunks, so a growing column is never copied.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <span>
#include <vector>

namespace neardup::internal {

template <typename T>
class GrowingColumn {
 public:
  /// REQUIRES: the memory outlives the column
  explicit GrowingColumn(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : memory_(memory) {}

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept {
    return chunks_[i / kChunk].data()[i % kChunk];
  }
  [[nodiscard]] T& operator[](std::size_t i) noexcept { return chunks_[i / kChunk].data()[i % kChunk]; }

  void push_back(const T& value) {
    if (size_ % kChunk == 0) {
      chunks_.emplace_back(memory_);
      if (chunks_.size() > 1)
        chunks_.back().reserve(kChunk);  // the first grows on demand: most columns are short
    }
    chunks_.back().push_back(value);
    ++size_;
  }
  void append(std::span<const T> values) {
    for (const T& value : values) push_back(value);
  }

 private:
  static constexpr std::size_t kChunk = std::size_t{1} << 14;

  std::pmr::memory_resource* memory_;
  std::vector<std::pmr::vector<T>> chunks_;
  std::size_t size_ = 0;
};

}  // namespace neardup::internal
