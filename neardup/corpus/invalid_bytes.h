// Bytes that are not valid in the encoding: measured, and judged by one simple rule.
//
// Under `--encoding auto` a document that is not valid UTF-8 is either slightly damaged UTF-8, which is
// repaired, or something else, which is refused with a hint, because its repair would be a text of
// replacement characters:
//
//   refused: more than 1 in 10 of its non-ASCII bytes AND more than 1 in 100 of all its bytes are malformed
//            (a sequence cut off by the end of the document does not count: a cut makes nothing foreign),
//            or, outside JSON, it contains a NUL byte: binary data, or UTF-16 without a byte order mark.
//
// GB18030, Big5 and Latin-1 prose fail the rule; UTF-8 with broken places, and English with a few stray
// bytes, pass it. An encoding that the user or a byte order mark names is believed: there, everything is
// repaired.
#pragma once

#include <cstddef>
#include <string_view>

namespace neardup {

struct Damage {
  std::size_t first = 0;            // offset of the first malformed byte
  std::size_t sequences = 0;        // maximal subparts: what U+FFFD would replace
  std::size_t malformed_bytes = 0;  // of them, without one that the end cuts off
  std::size_t other_non_ascii = 0;  // bytes of well-formed sequences beyond ASCII
};

/// REQUIRES: bytes has a malformed sequence, the first one at `first`
[[nodiscard]] Damage measure_damage(std::string_view bytes, std::size_t first) noexcept;

/// The rule above, NUL apart. `size` is the length of the document in bytes.
[[nodiscard]] bool is_foreign(const Damage& damage, std::size_t size) noexcept;

}  // namespace neardup
