#include "neardup/fingerprint/bit_string.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <utility>

#include "neardup/util/error.h"

namespace neardup::internal {

namespace {

bool bit_of(const Fingerprint& fingerprint, int bit) noexcept {
  const std::uint64_t word = bit < 64 ? fingerprint.low : fingerprint.high;
  return ((word >> (bit % 64)) & 1) != 0;
}

void check_binary_number(std::string_view text) {
  if (!text.empty() && text.find_first_not_of("01") == std::string_view::npos) return;
  throw Error(ErrorCode::invalid_argument,
              "bit string: expected a string of 0s and 1s, got '" + std::string(text) + "'");
}

/// Returns the length of the number in binary notation
/// without leading zeros, with the prefix "0b"; 0 is "0b0".
int notation_length(const Fingerprint& fingerprint) noexcept {
  const int zeros =
      fingerprint.high != 0 ? std::countl_zero(fingerprint.high) : 64 + std::countl_zero(fingerprint.low);
  return std::max(128 - zeros, 1) + 2;
}

}  // namespace

std::string to_reversed_bit_string(const Fingerprint& fingerprint) {
  std::string text;
  for (int bit = 0; bit < fingerprint.bits; ++bit) text += bit_of(fingerprint, bit) ? '1' : '0';
  return text;
}

std::string to_bit_string(const Fingerprint& fingerprint) {
  std::string text = to_reversed_bit_string(fingerprint);
  std::ranges::reverse(text);
  return text;
}

Fingerprint from_bit_string(std::string_view text, int bits) {
  assert(bits == 32 || bits == 64 || bits == 128);
  Fingerprint fingerprint{.bits = bits};
  for (const char character : text) {
    fingerprint.high = fingerprint.high << 1 | fingerprint.low >> 63;
    fingerprint.low = fingerprint.low << 1 | static_cast<std::uint64_t>(character == '1');
  }
  if (bits < 128) fingerprint.high = 0;
  if (bits < 64) fingerprint.low &= 0xFFFFFFFF;
  return fingerprint;
}

int distance_of_binary_numbers(std::string_view a, std::string_view b) {
  check_binary_number(a);
  check_binary_number(b);
  if (a.size() < b.size()) std::swap(a, b);
  // These bits face leading zeros of the shorter number.
  const std::string_view extra = a.substr(0, a.size() - b.size());
  int distance = static_cast<int>(std::ranges::count(extra, '1'));
  for (std::size_t i = 0; i < b.size(); ++i) distance += static_cast<int>(a[extra.size() + i] != b[i]);
  return distance;
}

std::vector<std::uint64_t> split_into_blocks(std::string_view bits, int distance) {
  // The original also accepts negative distances: its remainder
  // by a negative length ends blocks at the same places.
  const std::int64_t divisor = std::int64_t{distance} + 1;
  const auto length = static_cast<std::size_t>(divisor == 0 ? 0 : 64 / std::abs(divisor));
  if (length == 0) {
    throw Error(ErrorCode::invalid_argument,
                "blocks of a bit string: distance must be from 0 to 63, got " + std::to_string(distance));
  }
  std::vector<std::uint64_t> blocks;
  for (std::size_t begin = 0; begin + length <= bits.size(); begin += length) {
    blocks.push_back(from_bit_string(bits.substr(begin, length)).low);
  }
  return blocks;
}

double distance_per_notation_length(const Fingerprint& a, const Fingerprint& b) {
  return static_cast<double>(hamming_distance(a, b)) / std::max(notation_length(a), notation_length(b));
}

}  // namespace neardup::internal
