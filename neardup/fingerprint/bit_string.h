// Fingerprints as strings of '0' and '1', the form in which zhongpingliang/simhash, yanyiwu/simhash, the
// Python program of the recipe jieba-tfidf and the Java program of the recipe java-tokens exchange them.
// These programs disagree on the order of the bits, on strings of unequal length and on other characters, so
// each convention has its own function here. Characters are bytes: the strings should be ASCII.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/fingerprint/fingerprint.h"

namespace neardup::internal {

/// Returns `bits` characters, most significant bit first (zhongpingliang, yanyiwu, jieba-tfidf).
[[nodiscard]] std::string to_bit_string(const Fingerprint& fingerprint);

/// Returns `bits` characters, least significant bit first (java-tokens).
[[nodiscard]] std::string to_reversed_bit_string(const Fingerprint& fingerprint);

/// Reads a bit string as zhongpingliang and yanyiwu do: every character shifts left by one and only '1'
/// sets a bit, so other characters count as 0 and an overlong string loses its top bits. REQUIRES: bits
/// is 32, 64 or 128
[[nodiscard]] Fingerprint from_bit_string(std::string_view text, int bits = 64);

/// Returns the number of differing bits of the strings read as binary numbers, whatever their lengths
/// (jieba-tfidf). Throws Error if a string is empty or has characters other than '0' and '1'.
[[nodiscard]] int distance_of_binary_numbers(std::string_view a, std::string_view b);

/// Splits a bit string as `subByDistance` of the Java program (java-tokens) does: into consecutive pieces of
/// 64 / (distance + 1) characters, each read as a binary number, first character most significant. The piece
/// length derives from 64, not from the string; a shorter rest at the end is dropped; there may be more than
/// distance + 1 blocks; a character other than '1' counts as 0. Throws Error for a distance that makes the
/// pieces empty or divides by zero: -1, and everything outside -65..63.
[[nodiscard]] std::vector<std::uint64_t> split_into_blocks(std::string_view bits, int distance);

/// Returns the distance divided by the length of the longer of the two binary notations, without
/// leading zeros but with the two characters of the prefix "0b". The Python program (jieba-tfidf) calls
/// this similarity in its documentation, although it grows with the difference. REQUIRES: equal widths
[[nodiscard]] double distance_per_notation_length(const Fingerprint& a, const Fingerprint& b);

}  // namespace neardup::internal
