// Properties of reading a web page on any bytes: the text is valid UTF-8, and reading is a function of the
// bytes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "neardup/corpus/web/main_text.h"
#include "neardup/corpus/web/page_charset.h"
#include "neardup/text/utf8.h"

namespace neardup {
using namespace internal;  // the parts under test
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string page = neardup::decode_page({reinterpret_cast<const char*>(data), size}, {});
  const std::string text = neardup::join_blocks(neardup::read_page(page).blocks);
  if (neardup::find_malformed_utf8(text) != std::string_view::npos) std::abort();
  if (text != neardup::join_blocks(neardup::read_page(page).blocks)) std::abort();
  return 0;
}
