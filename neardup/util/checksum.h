// The checksum of content that is stored or named: XXH3, 64 bits.
#pragma once

#include <cstdint>
#include <string_view>

namespace neardup {

[[nodiscard]] std::uint64_t checksum(std::string_view bytes) noexcept;

/// Another function of the bytes for every seed; the one above is that of seed 0.
[[nodiscard]] std::uint64_t checksum(std::string_view bytes, std::uint64_t seed) noexcept;

}  // namespace neardup
