// Formats numbers for people.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace neardup::internal {

/// Formats 1234567 as "1,234,567".
[[nodiscard]] std::string grouped_number(std::uint64_t number);

/// Formats a count with its noun: "1 document", "1,234 documents".
[[nodiscard]] std::string plural(std::uint64_t number, std::string_view noun);

/// Formats a share as a percentage, rounded down so that nothing looks better than it is: 0.99738 with two
/// decimals is "99.73 %", and only 1 is "100.00 %".
[[nodiscard]] std::string percent_text(double share, int decimals);

/// Formats a similarity with six decimals, rounded down: only 1 prints as 1.000000, and no pair appears more
/// similar than it is. (A tolerance of 1e-12 absorbs binary rounding error.)
[[nodiscard]] std::string similarity_text(double similarity);

/// Formats an estimate with two significant digits: "0.0034", "12", "4,700", "3.1e-12".
[[nodiscard]] std::string rounded_number(double number);

/// Formats a size: "812 bytes", "3.4 MB".
[[nodiscard]] std::string byte_text(std::uint64_t bytes);

}  // namespace neardup::internal
