// The string hashes of the Python program (recipe jieba-tfidf) and the Java program (recipe
// java-tokens): one multiply-and-xor formula, modulo 2^64, over different units of the same text. They
// agree inside the basic multilingual plane. Short texts leave the upper bits 0, as in the originals.
#pragma once

#include <cstdint>
#include <string_view>

namespace neardup::internal {

/// Hashes the code points; malformed bytes count as U+FFFD.
[[nodiscard]] std::uint64_t python_string_hash(std::string_view utf8) noexcept;

/// Hashes the UTF-16 code units.
[[nodiscard]] std::uint64_t java_string_hash(std::string_view utf8) noexcept;

}  // namespace neardup::internal
