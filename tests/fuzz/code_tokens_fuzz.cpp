// Any bytes as source code in any language: the tokens must be well-formed, the same each time, and no larger
// than promised. The first byte chooses language and options, the rest is the source.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "neardup/features/code_tokens.h"
#include "tests/fuzz/require.h"

namespace neardup {
using namespace internal;  // the parts under test
}

namespace {

using neardup::fuzz::require;

/// Slices follow one another with one space between, from the first byte to the last.
void check_form(const neardup::Features& features) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < features.size(); ++i) {
    const neardup::Slice slice = features.slices[i];
    require(slice.length > 0);
    require(slice.offset == end + (i == 0 ? 0 : 1));
    end = std::size_t{slice.offset} + slice.length;
    require(end <= features.text.size());
    require(i == 0 || features.text[slice.offset - 1] == ' ');
    require(features[i].find_first_of(" \t\n\v\f\r") == std::string_view::npos);
  }
  require(end == features.text.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  constexpr unsigned kLanguages = static_cast<unsigned>(neardup::Language::pascal) + 1;
  const neardup::CodeTokenOptions options{
      .language = static_cast<neardup::Language>(data[0] / 4 % kLanguages),
      .normalize_identifiers = (data[0] & 1U) != 0,
      .normalize_numbers = (data[0] & 2U) != 0,
      .normalize_strings = (data[0] & 128U) == 0};
  const std::string_view source(reinterpret_cast<const char*>(data) + 1, size - 1);
  neardup::Features first;
  neardup::Features second;
  second.append("left over");
  neardup::take_code_tokens(source, options, first);
  neardup::take_code_tokens(source, options, second);
  check_form(first);
  require(first.text == second.text && first.slices == second.slices);
  require(first.text.size() <= 3 * source.size());
  return 0;
}
