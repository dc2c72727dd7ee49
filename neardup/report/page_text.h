// The files of page/, which the build puts into the library. Private.
#pragma once

#include <string_view>

namespace neardup {

[[nodiscard]] std::string_view page_style() noexcept;
[[nodiscard]] std::string_view page_script() noexcept;

}  // namespace neardup
