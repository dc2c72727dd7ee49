#pragma once

#include <cstdint>

namespace neardup::internal {

/// Returns the peak resident memory of this process so far, in bytes.
[[nodiscard]] std::uint64_t peak_memory_bytes() noexcept;

}  // namespace neardup::internal
