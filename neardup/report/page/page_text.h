// The style sheet and the script of page/, which the build embeds in the library. Private.
#pragma once

#include <string_view>

namespace neardup::internal {

[[nodiscard]] std::string_view page_style() noexcept;
[[nodiscard]] std::string_view page_script() noexcept;

}  // namespace neardup::internal
