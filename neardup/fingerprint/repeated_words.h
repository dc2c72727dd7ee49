// Which fingerprints occur more than once, without sorting all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/fingerprint/bits128.h"

namespace neardup {

/// The places of the words that another place has too, ordered by word, then place. Needs 4 to 8 bytes a word
/// while it runs.
[[nodiscard]] std::vector<std::uint32_t> repeated_words(std::span<const std::uint64_t> words);
[[nodiscard]] std::vector<std::uint32_t> repeated_words(std::span<const Bits128> words);

}  // namespace neardup
