// Properties of guessing encodings on any bytes: UTF-8 without NUL is never taken for anything else; a guess is a
// name that the converter knows; what it converts to is text with next to no invalid sequences; and the first byte that
// is not ASCII is where a plain loop finds it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "neardup/corpus/encoding.h"
#include "neardup/corpus/encoding_guess.h"
#include "neardup/text/utf8.h"
#include "tests/fuzz/require.h"

namespace {

using neardup::fuzz::require;

using namespace neardup::internal;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto* const first =
      std::ranges::find_if(bytes, [](char c) { return c == '\0' || static_cast<unsigned char>(c) >= 0x80; });
  require(find_non_ascii(bytes) ==
          (first == bytes.end() ? std::string_view::npos : static_cast<std::size_t>(first - bytes.begin())));
  const bool is_utf8 =
      find_malformed_utf8(bytes) == std::string_view::npos && bytes.find('\0') == std::string_view::npos;
  for (const bool is_beginning : {true, false}) {
    const std::string guess = guess_encoding(bytes, is_beginning);
    require(!is_utf8 || guess.empty());
    require(is_beginning || !guess.starts_with("UTF-16"));
    if (!guess.empty()) check_encoding_name(guess);
  }
  return 0;
}
