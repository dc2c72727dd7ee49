// Fingerprints written as texts of '0' and '1', as the programs of seeds/000, 002, 003 and yanyiwu/simhash
// pass them around. They disagree on the order of the bits, on texts of unequal length and on foreign
// characters, so each way has a name of its own here. Characters are bytes: the texts are meant to be ASCII.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/fingerprint/fingerprint.h"

namespace neardup {

/// `bits` characters, the most significant bit first (seeds/000, 002, yanyiwu).
[[nodiscard]] std::string to_bit_string(const Fingerprint& fingerprint);

/// `bits` characters, the least significant bit first (seeds/003).
[[nodiscard]] std::string to_reversed_bit_string(const Fingerprint& fingerprint);

/// Every character shifts left by one and only '1' sets a bit, so foreign characters count as 0 and an
/// overlong text loses its top bits (seeds/000, yanyiwu). REQUIRES: bits is 32, 64 or 128
[[nodiscard]] Fingerprint from_bit_string(std::string_view text, int bits = 64);

/// seeds/002: the number of differing bits of the texts read as binary numbers, whatever their lengths.
/// Throws Error for a text that is empty or has other characters than '0' and '1'.
[[nodiscard]] int distance_of_binary_numbers(std::string_view a, std::string_view b);

/// seeds/003: the number of positions with different characters; none (the original says -1) when the lengths
/// differ.
[[nodiscard]] std::optional<int> distance_of_positions(std::string_view a, std::string_view b);

/// seeds/003 `subByDistance`: consecutive pieces of 64 / (distance + 1) characters, each read as a binary
/// number with its first character the most significant. The length comes from 64, not from the text; a
/// shorter rest at the end is dropped; there may be more than distance + 1 blocks; a character other than '1'
/// counts as 0. Throws Error for a distance that makes the pieces empty or divides by zero: -1, and all
/// outside -65..63.
[[nodiscard]] std::vector<std::uint64_t> split_into_blocks(std::string_view bits, int distance);

/// seeds/002 section 5: distance divided by the longer of the two binary notations, leading zeros left out
/// and the two characters of the prefix "0b" counted. It grows with the difference, although the document
/// calls it similarity. REQUIRES: equal widths
[[nodiscard]] double distance_per_notation_length(const Fingerprint& a, const Fingerprint& b);

}  // namespace neardup
