// Says "never seen" for nearly every new id, which spares a look into RocksDB. A row of Bloom filters, each
// twice as large as the one before, because a full one cannot grow. About a byte and a half per id.
//
// Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>

#include "neardup/index/id_filter.h"
#include "neardup/index/memory_pool.h"

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

  [[nodiscard]] bool may_contain(std::uint64_t hash) const {
    const std::scoped_lock lock(mutex_);
    for (const lsm::IdFilter& filter : filters_) {
      if (filter.may_contain(hash)) return true;
    }
    return false;
  }

  [[nodiscard]] std::size_t bytes() const {
    const std::scoped_lock lock(mutex_);
    std::size_t bytes = 0;
    for (const lsm::IdFilter& filter : filters_) bytes += filter.bytes();
    return bytes;
  }

 private:
  mutable std::mutex mutex_;
  lsm::MemoryPool pool_;
  std::size_t next_capacity_ = std::size_t{1} << 16;
  std::deque<lsm::IdFilter> filters_;
};

}  // namespace neardup::internal::store
