// The few operations that the join and its kernels need on fingerprints of 64 and 128 bits,
// overloaded so that one template serves both widths. Everything is forced inline: inside a vector
// target `bits_set` is then a machine instruction, elsewhere a library call, so hot loops that
// count bits belong in kernels. Private: not installed.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "hwy/base.h"
#include "neardup/util/bits128.h"
#include "neardup/util/hash_spread.h"

namespace neardup::internal::simd {

template <typename Word>
constexpr int kWordBits = static_cast<int>(sizeof(Word)) * 8;

constexpr HWY_INLINE std::uint64_t bit_xor(std::uint64_t a, std::uint64_t b) noexcept { return a ^ b; }
constexpr HWY_INLINE Bits128 bit_xor(const Bits128& a, const Bits128& b) noexcept {
  return {a.low ^ b.low, a.high ^ b.high};
}

constexpr HWY_INLINE std::uint64_t bit_and(std::uint64_t a, std::uint64_t b) noexcept { return a & b; }
constexpr HWY_INLINE Bits128 bit_and(const Bits128& a, const Bits128& b) noexcept {
  return {a.low & b.low, a.high & b.high};
}

constexpr HWY_INLINE std::uint64_t bit_or(std::uint64_t a, std::uint64_t b) noexcept { return a | b; }
constexpr HWY_INLINE Bits128 bit_or(const Bits128& a, const Bits128& b) noexcept {
  return {a.low | b.low, a.high | b.high};
}

constexpr HWY_INLINE int bits_set(std::uint64_t a) noexcept { return std::popcount(a); }
constexpr HWY_INLINE int bits_set(const Bits128& a) noexcept {
  return std::popcount(a.low) + std::popcount(a.high);
}

/// Returns the 64 bits that begin at bit `shift`, with zeros above the top.
/// REQUIRES: 0 <= shift < width
constexpr HWY_INLINE std::uint64_t bits_from(std::uint64_t a, int shift) noexcept { return a >> shift; }
constexpr HWY_INLINE std::uint64_t bits_from(const Bits128& a, int shift) noexcept {
  if (shift >= 64) return a.high >> (shift - 64);
  return shift == 0 ? a.low : (a.low >> shift) | (a.high << (64 - shift));
}

/// Returns the `count` highest bits as a number.
/// REQUIRES: 0 <= count <= 64
constexpr HWY_INLINE std::uint64_t top_bits(std::uint64_t a, int count) noexcept {
  return count == 0 ? 0 : a >> (64 - count);
}
constexpr HWY_INLINE std::uint64_t top_bits(const Bits128& a, int count) noexcept {
  return top_bits(a.high, count);
}

/// Rotates towards the top.
/// REQUIRES: 0 <= count < width
constexpr HWY_INLINE std::uint64_t rotate_up(std::uint64_t a, int count) noexcept {
  return std::rotl(a, count);
}
constexpr HWY_INLINE Bits128 rotate_up(const Bits128& a, int count) noexcept {
  const Bits128 b = count >= 64 ? Bits128{a.high, a.low} : a;
  const int shift = count % 64;
  if (shift == 0) return b;
  return {(b.low << shift) | (b.high >> (64 - shift)), (b.high << shift) | (b.low >> (64 - shift))};
}

/// Returns ones in the bits [begin, end) and zeros elsewhere.
/// REQUIRES: 0 <= begin <= end <= width
template <typename Word>
constexpr Word bit_range(int begin, int end) noexcept;

template <>
constexpr std::uint64_t bit_range<std::uint64_t>(int begin, int end) noexcept {
  const std::uint64_t below_end = end == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << end) - 1;
  return begin == 64 ? 0 : below_end & (~std::uint64_t{0} << begin);
}

template <>
constexpr Bits128 bit_range<Bits128>(int begin, int end) noexcept {
  const auto clamp = [](int bit) { return bit < 0 ? 0 : bit > 64 ? 64 : bit; };
  return {bit_range<std::uint64_t>(clamp(begin), clamp(end)),
          bit_range<std::uint64_t>(clamp(begin - 64), clamp(end - 64))};
}

/// Returns a well-mixed hash of a fingerprint, whose own bits are not random enough to address a table.
constexpr HWY_INLINE std::uint64_t mix(std::uint64_t a) noexcept {
  a = (a ^ (a >> 32)) * kGoldenRatio;
  return a ^ (a >> 29);
}
constexpr HWY_INLINE std::uint64_t mix(const Bits128& a) noexcept {
  return mix(a.low ^ (mix(a.high) * 0xD6E8FEB86659FD93));
}

}  // namespace neardup::internal::simd
