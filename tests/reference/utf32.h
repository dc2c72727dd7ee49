// A text as a list of code points, for tests that look at characters one by one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "neardup/text/utf8.h"

namespace neardup {

/// Decodes with next_code_point, so that malformed sequences become U+FFFD.
[[nodiscard]] inline std::u32string to_utf32(std::string_view text) {
  std::u32string code_points;
  code_points.reserve(text.size());
  for (std::size_t position = 0; position < text.size();)
    code_points.push_back(internal::next_code_point(text, position));
  return code_points;
}

}  // namespace neardup
