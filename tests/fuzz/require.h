// The assertion of the fuzz targets: holds in every build, and ends the program so that the fuzzer keeps the input.
#pragma once

#include <cstdlib>

namespace neardup::fuzz {

inline void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace neardup::fuzz
