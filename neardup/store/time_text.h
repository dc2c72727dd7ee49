// Times and spans of time as people write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace neardup::internal {

/// Parses a time: seconds since 1970, or ISO 8601 such as 2026-11-18, 2026-11-18T02:00:00Z or
/// 2026-11-18 02:00:00.5+01:00; without a zone, UTC. Returns seconds since 1970, or no value for any other text.
[[nodiscard]] std::optional<std::int64_t> parse_time(std::string_view text);
/// Returns "2026-11-18T02:00:00Z".
[[nodiscard]] std::string time_text(std::int64_t seconds);

/// Parses a span: a number of s, m, h, d or w, such as 14d. Returns seconds, or no value for any other text.
[[nodiscard]] std::optional<std::int64_t> parse_span(std::string_view text);
/// Returns the span in the largest unit that divides it: "14d".
[[nodiscard]] std::string span_text(std::int64_t seconds);

}  // namespace neardup::internal
