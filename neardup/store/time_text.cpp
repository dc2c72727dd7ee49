#include "neardup/store/time_text.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <chrono>
#include <utility>

namespace neardup::internal {

namespace {

constexpr std::array<std::pair<char, std::int64_t>, 5> kUnits = {
    {{'w', 604'800}, {'d', 86'400}, {'h', 3'600}, {'m', 60}, {'s', 1}}};

/// Takes text apart from the left.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  /// Takes exactly this many digits.
  [[nodiscard]] std::optional<int> digits(std::size_t count) {
    if (rest_.size() < count) return std::nullopt;
    int value = 0;
    const auto [stop, error] = std::from_chars(rest_.data(), rest_.data() + count, value);
    if (error != std::errc() || stop != rest_.data() + count || rest_[0] == '-') return std::nullopt;
    rest_.remove_prefix(count);
    return value;
  }
  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void skip_digits() {
    const std::size_t end = rest_.find_first_not_of("0123456789");
    rest_.remove_prefix(std::min(end, rest_.size()));
  }
  [[nodiscard]] bool is_done() const noexcept { return rest_.empty(); }

 private:
  std::string_view rest_;
};

/// Returns the seconds since midnight of "HH:MM[:SS[.fraction]]".
std::optional<std::int64_t> clock_time(Scanner& scanner) {
  const auto hour = scanner.digits(2);
  if (!hour || *hour > 24 || !scanner.take(':')) return std::nullopt;
  const auto minute = scanner.digits(2);
  if (!minute || *minute > 59) return std::nullopt;
  std::optional<int> second = 0;
  if (scanner.take(':')) second = scanner.digits(2);
  if (!second || *second > 60) return std::nullopt;
  if (scanner.take('.') || scanner.take(',')) scanner.skip_digits();
  return *hour * 3'600 + *minute * 60 + *second;
}

/// Returns the seconds east of Greenwich of "", "Z" or "+HH[:]MM".
std::optional<std::int64_t> zone(Scanner& scanner) {
  if (scanner.is_done() || scanner.take('Z')) return 0;
  const bool is_west = scanner.take('-');
  if (!is_west && !scanner.take('+')) return std::nullopt;
  const auto hour = scanner.digits(2);
  scanner.take(':');
  const auto minute = scanner.is_done() ? std::optional(0) : scanner.digits(2);
  if (!hour || !minute) return std::nullopt;
  const std::int64_t seconds = *hour * 3'600 + *minute * 60;
  return is_west ? -seconds : seconds;
}

}  // namespace

std::optional<std::int64_t> parse_time(std::string_view text) {
  std::int64_t seconds = 0;
  const char* const end = text.data() + text.size();
  if (const auto [stop, error] = std::from_chars(text.data(), end, seconds);
      error == std::errc() && stop == end)
    return seconds;
  Scanner scanner(text);
  const auto year = scanner.digits(4);
  if (!year || !scanner.take('-')) return std::nullopt;
  const auto month = scanner.digits(2);
  if (!month || !scanner.take('-')) return std::nullopt;
  const auto day = scanner.digits(2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  const std::int64_t midnight = std::chrono::sys_days(date).time_since_epoch().count() * std::int64_t{86'400};
  if (scanner.is_done()) return midnight;
  if (!scanner.take('T') && !scanner.take(' ')) return std::nullopt;
  const auto clock = clock_time(scanner);
  if (!clock) return std::nullopt;
  scanner.take(' ');
  const auto east = zone(scanner);
  if (!east || !scanner.is_done()) return std::nullopt;
  return midnight + *clock - *east;
}

std::string time_text(std::int64_t seconds) {
  const std::chrono::sys_seconds time{std::chrono::seconds(seconds)};
  const auto midnight = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(midnight);
  const std::int64_t clock = (time - midnight).count();
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), clock / 3'600,
                     clock / 60 % 60, clock % 60);
}

std::optional<std::int64_t> parse_span(std::string_view text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  constexpr std::int64_t kMost = 1'000'000;
  if (error != std::errc() || number < 0 || number > kMost || end - stop != 1) return std::nullopt;
  for (const auto& [unit, seconds] : kUnits) {
    if (*stop == unit) return number * seconds;
  }
  return std::nullopt;
}

std::string span_text(std::int64_t seconds) {
  for (const auto& [unit, length] : kUnits) {
    if (unit != 'w' && seconds % length == 0) return fmt::format("{}{}", seconds / length, unit);
  }
  return fmt::format("{}s", seconds);
}

}  // namespace neardup::internal
