// Which characters a reader cannot see. Every place that shows untrusted text to people asks here.
#pragma once

#include <algorithm>

namespace neardup::internal {

/// Returns true for characters that have no width or change the direction of the text, for the control
/// characters U+0080 to U+009F, which a terminal may obey, and for noncharacters. Returns false for ASCII.
[[nodiscard]] inline bool is_invisible(char32_t c) noexcept {
  struct Range {
    char32_t first;
    char32_t last;
  };
  static constexpr Range kRanges[] = {
      {0x80, 0x9F},     {0xAD, 0xAD},     {0x034F, 0x034F}, {0x061C, 0x061C},
      {0x115F, 0x1160}, {0x17B4, 0x17B5}, {0x180B, 0x180F}, {0x200B, 0x200F},
      {0x2028, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164}, {0xFDD0, 0xFDEF},
      {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0xE0000, 0xE0FFF}};
  const bool is_listed =
      std::ranges::any_of(kRanges, [c](const Range& range) { return c >= range.first && c <= range.last; });
  return is_listed || (c & 0xFFFE) == 0xFFFE;  // the last two of every plane are noncharacters
}

}  // namespace neardup::internal
