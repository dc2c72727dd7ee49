#include "neardup/util/number_text.h"

#include <fmt/format.h>

#include <cmath>

namespace neardup::internal {

std::string grouped_number(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t position = text.size(); position > 3; position -= 3) text.insert(position - 3, ",");
  return text;
}

std::string plural(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", grouped_number(number), noun, number == 1 ? "" : "s");
}

std::string percent_text(double share, int decimals) {
  constexpr double kNoise = 1e-9;  // 0.29 * 100 is 28.999999999999996
  const double unit = std::pow(10, decimals);
  return fmt::format("{:.{}f} %", std::floor(share * 100 * unit + kNoise) / unit, decimals);
}

std::string rounded_number(double number) {
  if (number >= 100 && number < 1e15) {
    const double unit = std::pow(10, std::floor(std::log10(number)) - 1);
    return grouped_number(static_cast<std::uint64_t>(std::round(number / unit) * unit));
  }
  return fmt::format("{:.2g}", number);
}

std::string byte_text(std::uint64_t bytes) {
  constexpr const char* kUnits[] = {"kB", "MB", "GB", "TB", "PB"};
  if (bytes < 1000) return fmt::format("{} bytes", bytes);
  double amount = static_cast<double>(bytes) / 1000;
  std::size_t unit = 0;
  for (; amount >= 999.5 && unit + 1 < std::size(kUnits); ++unit) amount /= 1000;
  return fmt::format("{:.{}f} {}", amount, amount < 9.95 ? 1 : 0, kUnits[unit]);
}

std::string similarity_text(double similarity) {
  constexpr double kDecimals = 1e6;
  // In binary, 0.000249 * 1e6 is slightly below 249. Adding one unit of the twelfth decimal before rounding
  // down makes up for that.
  return fmt::format("{:.6f}", std::floor(similarity * kDecimals + 1e-6) / kDecimals);
}

}  // namespace neardup::internal
