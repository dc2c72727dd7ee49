// Properties of the conversion to UTF-8 on any bytes in any encoding: the text does not depend on the sizes of
// the pieces in which bytes come and go; a sequence that cannot be converted becomes FF and everything else is
// valid UTF-8; UTF-8 passes through unchanged; and peeking consumes nothing. The first byte of the input
// chooses the encoding.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "neardup/corpus/encoding.h"
#include "neardup/text/utf8.h"
#include "tests/fuzz/require.h"

namespace neardup {
using namespace internal;  // the parts under test
}

namespace {

using neardup::fuzz::require;

constexpr std::array<const char*, 13> kEncodings = {
    "auto", "utf-8",     "utf-16", "utf-16le",   "utf-16be",     "utf-32",     "gb18030",
    "big5", "shift_jis", "euc-kr", "iso-8859-1", "windows-1252", "iso-2022-jp"};

/// Gives its bytes in pieces of at most `piece`.
class MemorySource : public neardup::ByteSource {
 public:
  MemorySource(std::string_view bytes, std::size_t piece) : bytes_(bytes), piece_(piece) {}
  std::size_t read(std::span<char> out) override {
    const std::size_t count = std::min({bytes_.size() - offset_, piece_, out.size()});
    bytes_.copy(out.data(), count, offset_);
    offset_ += count;
    return count;
  }
  const std::optional<neardup::Problem>& problem() const noexcept override { return problem_; }
  bool is_compressed() const noexcept override { return false; }
  bool is_waiting() const noexcept override { return false; }
  std::uint64_t read_bytes() const noexcept override { return offset_; }

 private:
  std::string_view bytes_;
  std::size_t piece_;
  std::size_t offset_ = 0;
  std::optional<neardup::Problem> problem_;
};

struct Pieces {
  std::size_t in;
  std::size_t out;
  bool peeks;
};

std::string decode(std::string_view bytes, const char* encoding, const Pieces& pieces) {
  neardup::TextSource source(std::make_unique<MemorySource>(bytes, pieces.in), encoding);
  std::string text;
  const std::string peeked(pieces.peeks ? source.peek() : std::string_view());
  std::string buffer(pieces.out, '\0');
  while (const std::size_t count = source.read(buffer)) text.append(buffer, 0, count);
  require(text.starts_with(peeked));
  require(!pieces.peeks || peeked.empty() == text.empty());
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const char* const encoding = kEncodings[data[0] % kEncodings.size()];
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string text = decode(bytes, encoding, {1U << 16, 1U << 16, false});
  for (const Pieces& pieces : {Pieces{1, 1, false}, {3, 1000, true}, {1000, 5, true}})
    require(decode(bytes, encoding, pieces) == text);
  std::string_view utf8 = bytes;
  if (utf8.starts_with("\xEF\xBB\xBF")) utf8.remove_prefix(3);
  if (encoding == std::string_view("utf-8")) {
    require(text == utf8);
  } else if (encoding != std::string_view("auto")) {
    std::string valid = text;
    std::erase(valid, '\xFF');
    require(neardup::find_malformed_utf8(valid) == std::string_view::npos);
  }
  return 0;
}
