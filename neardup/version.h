#pragma once

namespace neardup {

inline constexpr const char* kVersion = "0.1.0";

}  // namespace neardup
