// Numbers for people.
#pragma once

#include <cstdint>
#include <string>

namespace neardup {

/// 1234567 as "1,234,567".
[[nodiscard]] std::string grouped_number(std::uint64_t number);

/// Two digits that count for what is only expected: "0.0034", "12", "4,700", "3.1e-12".
[[nodiscard]] std::string rounded_number(double number);

/// "812 bytes", "3.4 MB".
[[nodiscard]] std::string byte_text(std::uint64_t bytes);

}  // namespace neardup
