// Names files that hold no text, such as PDF or an image, by the bytes with which they begin.
#pragma once

#include <string_view>

namespace neardup::internal {

/// Returns what a file with this beginning is ("a PDF document"), or nothing if it may be text.
[[nodiscard]] std::string_view binary_kind(std::string_view beginning) noexcept;

}  // namespace neardup::internal
