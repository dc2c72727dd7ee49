// Properties of UTF-8 handling on any bytes: it agrees with the table of the standard, a repaired text is
// valid, and repairing it again changes nothing.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "neardup/text/invalid_bytes.h"
#include "neardup/text/utf8.h"
#include "tests/fuzz/require.h"
#include "tests/reference/utf32.h"
#include "tests/reference/utf8.h"

namespace neardup {
using namespace internal;  // the parts under test
}

namespace {

using neardup::fuzz::require;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const neardup::RepairedText repaired = neardup::repair_utf8(bytes);
  const std::size_t first = neardup::find_malformed_utf8(bytes);

  require(neardup::to_utf32(bytes) == neardup::reference::decode(bytes));
  require(first == neardup::reference::find_malformed(bytes));
  require(neardup::to_utf32(repaired.text) == neardup::to_utf32(bytes));
  require(neardup::find_malformed_utf8(repaired.text) == std::string_view::npos);
  require(neardup::repair_utf8(repaired.text).text == repaired.text);
  require(neardup::repair_utf8(repaired.text).replacements == 0);
  require((repaired.replacements == 0) == (first == std::string_view::npos));
  if (first != std::string_view::npos) {
    const neardup::Damage damage = neardup::measure_damage(bytes, first);
    require(damage.sequences == repaired.replacements);
    require(damage.malformed_bytes + damage.other_non_ascii <= size);
  }
  return 0;
}
