// Any text either is a recipe, whose written form then reads back as the same recipe, or is refused with an
// Error.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "neardup/fingerprint/recipe.h"
#include "neardup/util/error.h"

namespace neardup {
using namespace internal;  // the parts under test
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const auto recipe = neardup::Recipe::parse({reinterpret_cast<const char*>(data), size});
    const auto again = neardup::Recipe::parse(recipe.written());
    if (!(again == recipe) || again.written() != recipe.written()) __builtin_trap();
  } catch (const neardup::Error&) {
    return 0;
  }
  return 0;
}
