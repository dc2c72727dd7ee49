// Copies a column of a mapped file into memory.
#pragma once

#include <algorithm>

#include "neardup/index/column.h"
#include "neardup/index/mapped_index_file.h"

namespace neardup::internal::lsm {

/// Checks the pages of a column and returns a copy of it in memory. Throws Error.
template <typename T>
[[nodiscard]] Column<T> copy_column(const MemoryPool& pool, const Column<T>& column,
                                    const MappedIndexFile* guard) {
  touch(guard, column.values());
  Column<T> copy(pool, column.size());
  std::ranges::copy(column.values(), copy.writable());
  return copy;
}

}  // namespace neardup::internal::lsm
