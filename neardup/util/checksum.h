// Checksums for content that is stored or named: 64-bit XXH3.
#pragma once

#include <cstdint>
#include <string_view>

namespace neardup::internal {

/// Returns the XXH3 checksum of `bytes` with seed 0.
[[nodiscard]] std::uint64_t checksum(std::string_view bytes) noexcept;

/// Returns the XXH3 checksum of `bytes` with the given seed. Each seed gives a different hash function.
[[nodiscard]] std::uint64_t checksum(std::string_view bytes, std::uint64_t seed) noexcept;

}  // namespace neardup::internal
