#pragma once

#include <cstdint>

namespace neardup {

/// The most memory this process has held so far, resident, in bytes.
[[nodiscard]] std::uint64_t peak_memory_bytes() noexcept;

}  // namespace neardup
