// Any bytes through every normalisation. The piecewise ones must equal ICU on the whole text; all must give
// valid UTF-8.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "neardup/text/normalize.h"
#include "neardup/text/utf8.h"
#include "tests/fuzz/require.h"
#include "tests/reference/normalize.h"

namespace neardup {
using namespace internal;  // the parts under test
}

namespace {

using neardup::fuzz::require;

void require_valid(std::string_view text) {
  require(neardup::find_malformed_utf8(text) == std::string_view::npos);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kMost = 4096;  // the reference takes quadratic time when there are many marks
  const std::string_view text(reinterpret_cast<const char*>(data), size < kMost ? size : kMost);
  const std::string whole = neardup::reference::nfkc_casefold(text);
  require(neardup::nfkc_casefold(text) == whole);
  std::string letters;
  neardup::append_normal_letters(text, letters);
  require(letters == neardup::reference::letters_of(whole));
  require(neardup::collapse_space(text) == neardup::reference::collapse_space(text));
  require_valid(neardup::python_word_characters(text));
  require_valid(neardup::to_simplified(text));
  return 0;
}
