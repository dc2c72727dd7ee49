// Measures bytes that are invalid in the encoding, and decides by one simple rule what to do with them.
//
// Under `--encoding auto`, a document that is not valid UTF-8 is either slightly damaged UTF-8, which is
// repaired, or something else, which is refused with a hint, because repairing it would produce a text of
// replacement characters. A document is refused if
//
//   - more than 1 in 10 of its non-ASCII bytes AND more than 1 in 100 of all its bytes are malformed
//     (not counting a sequence that the end of the document cuts off, which proves nothing), or
//   - outside JSON, it contains a NUL byte: binary data, or UTF-16 without a byte order mark.
//
// The rule refuses GB18030, Big5 and Latin-1 prose, and accepts UTF-8 with broken places and English with a
// few stray bytes. An encoding that the user or a byte order mark names is trusted: any damage is repaired.
#pragma once

#include <cstddef>
#include <string_view>

namespace neardup::internal {

struct Damage {
  std::size_t first = 0;            // offset of the first malformed byte
  std::size_t sequences = 0;        // number of maximal subparts, each of which U+FFFD would replace
  std::size_t malformed_bytes = 0;  // bytes in those subparts, except one that the end cuts off
  std::size_t other_non_ascii = 0;  // bytes of well-formed non-ASCII sequences
};

/// Counts the malformed and the other non-ASCII bytes.
/// REQUIRES: bytes has a malformed sequence, the first one at `first`
[[nodiscard]] Damage measure_damage(std::string_view bytes, std::size_t first) noexcept;

/// Returns true if the first condition above holds (NUL bytes are checked elsewhere). `size` is the length
/// of the document in bytes.
[[nodiscard]] bool is_foreign(const Damage& damage, std::size_t size) noexcept;

}  // namespace neardup::internal
