// MinHash: applies every hash function to every shingle with a multiplication, an addition, a
// minimum and a maximum in 32-bit lanes.
//
// Each lane is a hash function and the shingles stream past, so the extremes stay in registers and nothing
// is reduced across lanes. The maximum is as good a MinHash as the minimum and saves a second
// multiplication, which is the slowest of the four operations. The load unit, otherwise idle, broadcasts
// the two halves of a shingle, and each broadcast serves four vectors of functions. No state; thread-safe.
#ifndef HWY_COMPILE_ALL_ATTAINABLE
#define HWY_COMPILE_ALL_ATTAINABLE  // keeps the plain target, for NEARDUP_SIMD=scalar
#endif
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS \
  (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)  // vectors must fit into structs
#endif

#include "neardup/simd/sketch_kernels.h"

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "neardup/simd/scalar_choice.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "neardup/simd/sketch_kernels.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace neardup::internal::simd::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<std::uint32_t, kHashStep>;
using Vec = hn::Vec<Tag>;

using Shingles = std::span<const std::uint64_t>;

/// Returns one half of a shingle in every lane. Loads the half directly from memory: splitting a
/// word in a register costs two more operations in the units that do the arithmetic.
HWY_INLINE Vec broadcast_half(const std::uint64_t* shingle, std::size_t half) {
  std::uint32_t value = 0;
  std::memcpy(&value, reinterpret_cast<const char*>(shingle) + sizeof(value) * half, sizeof(value));
  return hn::Set(Tag(), value);
}
constexpr std::size_t kLow = std::endian::native == std::endian::little ? 0 : 1;
constexpr std::size_t kHigh = 1 - kLow;

/// The extremes so far of one vector of functions.
struct Extremes {
  Vec least;
  Vec greatest;

  HWY_INLINE void take(Vec multiplier, Vec low, Vec high) {
    const Vec value = hn::Add(hn::Mul(multiplier, low), high);
    least = hn::Min(least, value);
    greatest = hn::Max(greatest, value);
  }
  HWY_INLINE void store(std::uint32_t* minima, std::uint32_t* maxima) const {
    hn::StoreU(least, Tag(), minima);
    hn::StoreU(greatest, Tag(), maxima);
  }
};

HWY_INLINE Extremes no_extremes() { return {hn::Set(Tag(), ~std::uint32_t{0}), hn::Zero(Tag())}; }

/// Processes four vectors of functions at a time: their extremes and multipliers fit into 16
/// registers, with room for the shingles.
HWY_INLINE void four_vectors(Shingles shingles, const std::uint32_t* multipliers, std::uint32_t* minima,
                             std::uint32_t* maxima) {
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  const Vec m0 = hn::LoadU(d, multipliers);
  const Vec m1 = hn::LoadU(d, multipliers + lanes);
  const Vec m2 = hn::LoadU(d, multipliers + 2 * lanes);
  const Vec m3 = hn::LoadU(d, multipliers + 3 * lanes);
  Extremes e0 = no_extremes();
  Extremes e1 = no_extremes();
  Extremes e2 = no_extremes();
  Extremes e3 = no_extremes();
  const std::uint64_t* const values = shingles.data();  // unchecked access in the innermost loop
  for (std::size_t i = 0; i < shingles.size(); ++i) {
    const Vec low = broadcast_half(values + i, kLow);
    const Vec high = broadcast_half(values + i, kHigh);
    e0.take(m0, low, high);
    e1.take(m1, low, high);
    e2.take(m2, low, high);
    e3.take(m3, low, high);
  }
  e0.store(minima, maxima);
  e1.store(minima + lanes, maxima + lanes);
  e2.store(minima + 2 * lanes, maxima + 2 * lanes);
  e3.store(minima + 3 * lanes, maxima + 3 * lanes);
}

HWY_INLINE void one_vector(Shingles shingles, const std::uint32_t* multipliers, std::uint32_t* minima,
                           std::uint32_t* maxima) {
  const Vec multiplier = hn::LoadU(Tag(), multipliers);
  Extremes extremes = no_extremes();
  const std::uint64_t* const values = shingles.data();
  for (std::size_t i = 0; i < shingles.size(); ++i) {
    extremes.take(multiplier, broadcast_half(values + i, kLow), broadcast_half(values + i, kHigh));
  }
  extremes.store(minima, maxima);
}

void find_extremes_kernel(Shingles shingles, std::span<const std::uint32_t> multipliers,
                          const HashExtremes& extremes) {
  const std::size_t lanes = hn::Lanes(Tag());
  const std::size_t hashes = multipliers.size();
  std::uint32_t* const minima = extremes.minima.data();
  std::uint32_t* const maxima = extremes.maxima.data();
  std::size_t i = 0;
  for (; hashes - i >= 4 * lanes; i += 4 * lanes) {
    four_vectors(shingles, multipliers.data() + i, minima + i, maxima + i);
  }
  for (; i < hashes; i += lanes) one_vector(shingles, multipliers.data() + i, minima + i, maxima + i);
}

}  // namespace
}  // namespace neardup::internal::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace neardup::internal::simd {

namespace {
HWY_EXPORT(find_extremes_kernel);
}  // namespace

void find_extremes(std::span<const std::uint64_t> shingles, std::span<const std::uint32_t> multipliers,
                   const HashExtremes& extremes) noexcept {
  assert(multipliers.size() == extremes.minima.size() && multipliers.size() == extremes.maxima.size());
  assert(multipliers.size() % kHashStep == 0);
  NEARDUP_DISPATCH(find_extremes_kernel)(shingles, multipliers, extremes);
}

}  // namespace neardup::internal::simd
#endif  // HWY_ONCE
