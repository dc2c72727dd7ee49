// MinHash: shingles times hash functions, each a multiplication, an addition and a minimum in 32-bit lanes.
//
// The functions are the lanes and the shingles pass by, so that the minima stay in registers and nothing is
// reduced across lanes. One vector of functions costs three operations a shingle; the two halves of a shingle
// are broadcast by the load unit, which is idle otherwise, and serve four vectors.
#ifndef HWY_COMPILE_ALL_ATTAINABLE
#define HWY_COMPILE_ALL_ATTAINABLE  // keeps the plain target, for NEARDUP_SIMD=scalar
#endif

#include "neardup/simd/sketch_kernels.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "neardup/simd/scalar_choice.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "neardup/simd/sketch_kernels.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace neardup::simd::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<std::uint32_t, kHashStep>;
using Vec = hn::Vec<Tag>;

using Shingles = std::span<const std::uint64_t>;

HWY_INLINE Vec lower_minimum(Vec minimum, Vec multiplier, Vec low, Vec high) {
  return hn::Min(minimum, hn::Add(hn::Mul(multiplier, low), high));
}

/// Four vectors of functions at a time: their minima and multipliers fit into 16 registers with room for what
/// passes.
HWY_INLINE void four_vectors(Shingles shingles, const std::uint32_t* multipliers, std::uint32_t* minima) {
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  const Vec m0 = hn::LoadU(d, multipliers);
  const Vec m1 = hn::LoadU(d, multipliers + lanes);
  const Vec m2 = hn::LoadU(d, multipliers + 2 * lanes);
  const Vec m3 = hn::LoadU(d, multipliers + 3 * lanes);
  Vec v0 = hn::Set(d, ~std::uint32_t{0});
  Vec v1 = v0;
  Vec v2 = v0;
  Vec v3 = v0;
  const std::uint64_t* const values = shingles.data();  // unchecked: the innermost loop
  for (std::size_t i = 0; i < shingles.size(); ++i) {
    const Vec low = hn::Set(d, static_cast<std::uint32_t>(values[i]));
    const Vec high = hn::Set(d, static_cast<std::uint32_t>(values[i] >> 32));
    v0 = lower_minimum(v0, m0, low, high);
    v1 = lower_minimum(v1, m1, low, high);
    v2 = lower_minimum(v2, m2, low, high);
    v3 = lower_minimum(v3, m3, low, high);
  }
  hn::StoreU(v0, d, minima);
  hn::StoreU(v1, d, minima + lanes);
  hn::StoreU(v2, d, minima + 2 * lanes);
  hn::StoreU(v3, d, minima + 3 * lanes);
}

HWY_INLINE void one_vector(Shingles shingles, const std::uint32_t* multipliers, std::uint32_t* minima) {
  const Tag d;
  const Vec multiplier = hn::LoadU(d, multipliers);
  Vec minimum = hn::Set(d, ~std::uint32_t{0});
  const std::uint64_t* const values = shingles.data();  // unchecked: the innermost loop
  for (std::size_t i = 0; i < shingles.size(); ++i) {
    const Vec low = hn::Set(d, static_cast<std::uint32_t>(values[i]));
    const Vec high = hn::Set(d, static_cast<std::uint32_t>(values[i] >> 32));
    minimum = lower_minimum(minimum, multiplier, low, high);
  }
  hn::StoreU(minimum, d, minima);
}

void min_hashes_kernel(Shingles shingles, const std::uint32_t* multipliers, std::uint32_t* minima,
                       std::size_t hashes) {
  const std::size_t lanes = hn::Lanes(Tag());
  std::size_t i = 0;
  for (; hashes - i >= 4 * lanes; i += 4 * lanes) four_vectors(shingles, multipliers + i, minima + i);
  for (; i < hashes; i += lanes) one_vector(shingles, multipliers + i, minima + i);
}

}  // namespace
}  // namespace neardup::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace neardup::simd {

namespace {
HWY_EXPORT(min_hashes_kernel);
}  // namespace

void min_hashes(std::span<const std::uint64_t> shingles, std::span<const std::uint32_t> multipliers,
                std::span<std::uint32_t> minima) noexcept {
  assert(multipliers.size() == minima.size() && multipliers.size() % kHashStep == 0);
  NEARDUP_DISPATCH(min_hashes_kernel)
  (shingles, multipliers.data(), minima.data(), minima.size());
}

}  // namespace neardup::simd
#endif  // HWY_ONCE
