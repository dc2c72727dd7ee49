// Finds the fingerprints that occur more than once, without sorting all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/util/bits128.h"

namespace neardup::internal {

/// Returns the positions of the fingerprints that also occur at another position, ordered by fingerprint,
/// then position. Takes 4 to 8 bytes per fingerprint while it runs.
[[nodiscard]] std::vector<std::uint32_t> repeated_words(std::span<const std::uint64_t> words);
[[nodiscard]] std::vector<std::uint32_t> repeated_words(std::span<const Bits128> words);

}  // namespace neardup::internal
