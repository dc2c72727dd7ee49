// Says "never seen" for nearly every new id, which spares a look into RocksDB. A row of Bloom filters, each
// twice as large as the one before, because a full one cannot grow. About a byte and a half per id.
//
// Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <mutex>
#include <string_view>
#include <vector>

#include "neardup/index/id_filter.h"
#include "neardup/index/memory_pool.h"
#include "neardup/store/record_bytes.h"

namespace neardup::internal::store {

class IdFilters {
 public:
  void add(std::uint64_t hash) {
    const std::scoped_lock lock(mutex_);
    if (filters_.empty() || filters_.back().is_full()) {
      filters_.emplace_back().reset(pool_, next_capacity_);
      next_capacity_ *= 2;
    }
    filters_.back().insert(hash);
  }

  void clear() {
    const std::scoped_lock lock(mutex_);
    filters_.clear();
    next_capacity_ = kLeastCapacity;
  }

  [[nodiscard]] bool may_contain(std::uint64_t hash) const {
    const std::scoped_lock lock(mutex_);
    for (const lsm::IdFilter& filter : filters_) {
      if (filter.may_contain(hash)) return true;
    }
    return false;
  }

  /// Write the filters, and replace them by those that were written.
  void write(ByteWriter& writer) const {
    const std::scoped_lock lock(mutex_);
    writer.put(std::uint64_t{filters_.size()});
    for (const lsm::IdFilter& filter : filters_) {
      writer.put(std::uint64_t{filter.capacity()});
      writer.put(std::uint64_t{filter.count()});
      writer.put(std::uint64_t{filter.words().size()});
      writer.put_bytes(filter.words().data(), filter.words().size_bytes());
    }
  }
  void read(ByteReader& reader) {
    const std::scoped_lock lock(mutex_);
    filters_.clear();
    for (auto left = reader.get<std::uint64_t>(); left != 0; --left) {
      const auto capacity = reader.get<std::uint64_t>();
      const auto count = reader.get<std::uint64_t>();
      std::vector<std::uint64_t> words(reader.get<std::uint64_t>());
      const std::string_view bytes = reader.take(words.size() * sizeof(std::uint64_t));
      std::memcpy(words.data(), bytes.data(), bytes.size());
      filters_.emplace_back().restore(pool_, capacity, count, words);
      next_capacity_ = 2 * capacity;
    }
  }

  [[nodiscard]] std::size_t bytes() const {
    const std::scoped_lock lock(mutex_);
    std::size_t bytes = 0;
    for (const lsm::IdFilter& filter : filters_) bytes += filter.bytes();
    return bytes;
  }

 private:
  static constexpr std::size_t kLeastCapacity = std::size_t{1} << 16;

  mutable std::mutex mutex_;
  lsm::MemoryPool pool_;
  std::size_t next_capacity_ = kLeastCapacity;
  std::deque<lsm::IdFilter> filters_;
};

}  // namespace neardup::internal::store
