// Answers "never added" for nearly every new id with one memory access, where searching every run
// would take about ten. It is a blocked Bloom filter: the bits of an id all lie in one 64-bit word,
// and each id takes about one byte. Only the writer uses it; not thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "neardup/index/column.h"
#include "neardup/util/prefetch.h"

namespace neardup::internal::lsm {

class IdFilter {
 public:
  /// Empties the filter and makes room for `capacity` ids.
  void reset(const MemoryPool& pool, std::size_t capacity) {
    capacity_ = capacity;
    count_ = 0;
    words_ = {};  // frees the old memory first
    words_ = Column<std::uint64_t>::zeros(pool, capacity / kIdsPerWord + 1);
  }

  /// Makes the filter that had this capacity, count and words().
  void restore(const MemoryPool& pool, std::size_t capacity, std::size_t count,
               std::span<const std::uint64_t> words) {
    capacity_ = capacity;
    count_ = count;
    words_ = Column<std::uint64_t>(pool, words.size());
    std::ranges::copy(words, words_.writable());
  }
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] std::span<const std::uint64_t> words() const noexcept { return words_.values(); }

  [[nodiscard]] bool is_full() const noexcept { return count_ >= capacity_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return words_.bytes(); }

  /// Inserts an id by its hash.
  /// REQUIRES: reset() was called
  void insert(std::uint64_t hash) noexcept {
    words_.writable()[place(hash)] |= bits(hash);
    ++count_;
  }

  void prefetch(std::uint64_t hash) const noexcept { internal::prefetch(words_.data() + place(hash)); }

  /// Returns false if the id was never inserted, true if it probably was.
  [[nodiscard]] bool may_contain(std::uint64_t hash) const noexcept {
    return capacity_ != 0 && (words_[place(hash)] & bits(hash)) == bits(hash);
  }

 private:
  static constexpr std::size_t kIdsPerWord = 8;

  __extension__ using Unsigned128 = unsigned __int128;
  [[nodiscard]] std::size_t place(std::uint64_t hash) const noexcept {
    return static_cast<std::size_t>((Unsigned128{hash} * words_.size()) >> 64);  // uses the leading bits
  }

  /// Returns a mask of up to four bits, chosen by the trailing bits of the hash.
  [[nodiscard]] static std::uint64_t bits(std::uint64_t hash) noexcept {
    std::uint64_t mask = 0;
    for (int i = 0; i < 4; ++i) mask |= std::uint64_t{1} << ((hash >> (6 * i)) & 63);
    return mask;
  }

  std::size_t capacity_ = 0;
  std::size_t count_ = 0;
  Column<std::uint64_t> words_;
};

}  // namespace neardup::internal::lsm
