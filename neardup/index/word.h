// Arithmetic on fingerprints of 64 and 128 bits, and the bit fields that tables are keyed by. A field
// is a range of bits that may wrap around: rotate it to the top and read it there. A query uses these
// functions only a few times, so they count bits with plain arithmetic; the scans count in simd/.
#pragma once

#include <bit>
#include <cassert>
#include <concepts>
#include <cstdint>

#include "neardup/fingerprint/fingerprint.h"
#include "neardup/util/bits128.h"

namespace neardup::internal::lsm {

template <typename T>
concept FingerprintWord = std::same_as<T, std::uint64_t> || std::same_as<T, Bits128>;

template <FingerprintWord Word>
inline constexpr int kWordBits = 8 * static_cast<int>(sizeof(Word));

template <FingerprintWord Word>
[[nodiscard]] Word to_word(const Fingerprint& fingerprint) noexcept {
  if constexpr (std::same_as<Word, Bits128>) return {fingerprint.low, fingerprint.high};
  if constexpr (std::same_as<Word, std::uint64_t>) return fingerprint.low;
}

[[nodiscard]] inline Fingerprint to_fingerprint(std::uint64_t word, int bits) noexcept {
  return {word, 0, bits};
}
[[nodiscard]] inline Fingerprint to_fingerprint(const Bits128& word, int bits) noexcept {
  return {word.low, word.high, bits};
}

[[nodiscard]] constexpr std::uint64_t different_bits(std::uint64_t a, std::uint64_t b) noexcept {
  return a ^ b;
}
[[nodiscard]] constexpr Bits128 different_bits(const Bits128& a, const Bits128& b) noexcept {
  return {a.low ^ b.low, a.high ^ b.high};
}

[[nodiscard]] constexpr int count_bits(std::uint32_t bits) noexcept {
  bits -= (bits >> 1) & 0x5555'5555;
  bits = (bits & 0x3333'3333) + ((bits >> 2) & 0x3333'3333);
  return static_cast<int>((((bits + (bits >> 4)) & 0x0F0F'0F0F) * 0x0101'0101) >> 24);
}

[[nodiscard]] constexpr int count_bits(std::uint64_t bits) noexcept {
  bits -= (bits >> 1) & 0x5555'5555'5555'5555;
  bits = (bits & 0x3333'3333'3333'3333) + ((bits >> 2) & 0x3333'3333'3333'3333);
  return static_cast<int>((((bits + (bits >> 4)) & 0x0F0F'0F0F'0F0F'0F0F) * 0x0101'0101'0101'0101) >> 56);
}
[[nodiscard]] constexpr int count_bits(const Bits128& bits) noexcept {
  return count_bits(bits.low) + count_bits(bits.high);
}

/// Returns the top 64 bits after a rotation to the left.
/// REQUIRES: 0 <= rotation < width
[[nodiscard]] constexpr std::uint64_t rotated_top(std::uint64_t word, int rotation) noexcept {
  return std::rotl(word, rotation);
}
[[nodiscard]] constexpr std::uint64_t rotated_top(const Bits128& word, int rotation) noexcept {
  const std::uint64_t first = rotation < 64 ? word.high : word.low;
  const std::uint64_t second = rotation < 64 ? word.low : word.high;
  const int shift = rotation % 64;
  return shift == 0 ? first : first << shift | second >> (64 - shift);
}

/// The bits of a key or of a tag: `bits` of them, starting `rotation` below the top bit and wrapping around.
struct KeyField {
  int rotation = 0;
  int bits = 0;  // 0..kMaxKeyBits

  static constexpr int kMaxKeyBits = 26;  // 2^26 bucket starts: a longer array does not pay off
  static constexpr int kMaxTagBits = 16;

  template <FingerprintWord Word>
  [[nodiscard]] std::uint32_t key(const Word& word) const noexcept {
    assert(bits <= kMaxKeyBits);
    // Two shifts, because a single one by 64 would be undefined for 0 bits.
    return static_cast<std::uint32_t>(rotated_top(word, rotation) >> 32 >> (32 - bits));
  }

  /// REQUIRES: bits <= kMaxTagBits
  template <FingerprintWord Word>
  [[nodiscard]] std::uint16_t tag(const Word& word) const noexcept {
    assert(bits <= kMaxTagBits);
    return static_cast<std::uint16_t>(key(word));
  }

  friend bool operator==(const KeyField&, const KeyField&) = default;
};

}  // namespace neardup::internal::lsm
