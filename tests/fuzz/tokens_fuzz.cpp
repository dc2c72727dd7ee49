// Any bytes to tokens, shingles and windows, which must be those of the slow reference. The first byte gives
// the width of the last two; the rest is the text.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/features/shingles.h"
#include "neardup/text/utf8.h"
#include "tests/fuzz/require.h"
#include "tests/reference/shingles.h"

namespace neardup {
using namespace internal;  // the parts under test
}

namespace {

using neardup::fuzz::require;

void require_features(const neardup::Features& features, const std::vector<std::string>& expected) {
  require(features.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) require(features[i] == expected[i]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kMost = 4096;  // the reference takes quadratic time when there are many marks
  if (size == 0) return 0;
  const std::size_t width = 1 + data[0] % 16;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size < kMost ? size - 1 : kMost);
  namespace reference = neardup::reference;
  neardup::Features features;
  neardup::take_normal_tokens(text, features);
  const std::vector<std::string> tokens = reference::tokens(reference::nfkc_casefold(text));
  require_features(features, tokens);
  neardup::join_to_shingles(features, static_cast<int>(width));
  require_features(features, reference::shingles(tokens, width));
  features.text = neardup::repair_utf8(text).text;
  neardup::take_character_windows(features, static_cast<int>(width));
  require_features(features, reference::character_windows(features.text, width));
  return 0;
}
