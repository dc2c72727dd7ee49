// The string hashes of seeds/002 (Python) and seeds/003 (Java): one multiply-and-xor formula, modulo 2^64,
// over different units of the same text. They agree inside the basic multilingual plane. Short texts leave
// the upper bits 0: that is how the originals are.
#pragma once

#include <cstdint>
#include <string_view>

namespace neardup {

/// Over code points; malformed bytes count as U+FFFD.
[[nodiscard]] std::uint64_t python_string_hash(std::string_view utf8) noexcept;

/// Over UTF-16 code units.
[[nodiscard]] std::uint64_t java_string_hash(std::string_view utf8) noexcept;

}  // namespace neardup
