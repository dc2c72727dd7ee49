#include "neardup/simd/scalar_choice.h"

#include <cstdlib>
#include <string_view>

namespace neardup::internal::simd {

bool scalar_is_forced() noexcept {
  static const bool forced = [] {
    const char* value = std::getenv("NEARDUP_SIMD");
    return value != nullptr && std::string_view(value) == "scalar";
  }();
  return forced;
}

}  // namespace neardup::internal::simd
