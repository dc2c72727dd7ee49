#pragma once

#include <cstddef>
#include <memory>

namespace neardup::index {

/// Zeroed memory, on huge pages where it is large and the system has them. Throws std::bad_alloc.
[[nodiscard]] std::shared_ptr<void> allocate_zeros(std::size_t bytes);

}  // namespace neardup::index
