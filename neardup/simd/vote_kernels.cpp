// The kernels of the majority vote. A majority compares bit-sliced counts (bit_sliced-inl.h) with
// half of the total, one operation per plane, so the 64 counters never exist; only callers that ask
// for the counts get them written out. Sums of real weights keep the order of the features instead.
// The same source is compiled for every target. No state; thread-safe.
#ifndef HWY_COMPILE_ALL_ATTAINABLE
#define HWY_COMPILE_ALL_ATTAINABLE  // keeps the plain target, for NEARDUP_SIMD=scalar
#endif

#include <cassert>
#include <cstddef>
#include <cstdint>

#include "neardup/simd/kernels.h"
#include "neardup/simd/scalar_choice.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "neardup/simd/vote_kernels.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "neardup/simd/bit_sliced-inl.h"

HWY_BEFORE_NAMESPACE();
namespace neardup::internal::simd::HWY_NAMESPACE {
namespace {

/// Returns the bits whose number is more than half of the total, or exactly half if `tie`.
HWY_INLINE std::uint64_t over_half(const Planes& planes, std::uint64_t total, bool tie) {
  if (total == 0) return tie ? ~std::uint64_t{0} : 0;
  const std::uint64_t least = tie ? total - total / 2 : total / 2 + 1;
  // From the lowest plane up: whether number >= least in the planes so far. Where `least` has a 1
  // the number needs a 1 too; where it has a 0, a 1 exceeds it.
  std::uint64_t reached = ~std::uint64_t{0};
  for (std::size_t j = 0; j < planes.size; ++j) {
    const std::uint64_t plane = planes.words[j];
    reached = ((least >> j) & 1) != 0 ? reached & plane : reached | plane;
  }
  return reached;
}

std::uint64_t majority_kernel(const std::uint64_t* hashes, std::size_t size, bool tie) {
  return over_half(count_all(hashes, size), size, tie);
}

std::uint64_t sum_of(const std::int64_t* weights, std::size_t size) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < size; ++i) sum += static_cast<std::uint64_t>(weights[i]);
  return sum;
}

std::uint64_t weighted_majority_kernel(const std::uint64_t* hashes, const std::int64_t* weights,
                                       std::size_t size, bool tie) {
  const std::uint64_t total = sum_of(weights, size);
  return over_half(count_weighted(hashes, weights, size, total), total, tie);
}

/// values[b] is bit b. Loaded as vectors, whose lanes are then neighbouring bits.
struct BitTable {
  alignas(64) std::uint64_t values[64];
};
constexpr BitTable make_bit_table() {
  BitTable table{};
  for (int bit = 0; bit < 64; ++bit) table.values[bit] = std::uint64_t{1} << bit;
  return table;
}
constexpr BitTable kBits = make_bit_table();

/// Expands planes into 64 ordinary numbers.
HWY_INLINE void expand(const Planes& planes, std::uint64_t* counts) {
  const Tag d;
  for (std::size_t bit = 0; bit < 64; bit += hn::Lanes(d)) {
    const Vec bits = hn::Load(d, kBits.values + bit);
    Vec count = hn::Zero(d);
    for (std::size_t j = 0; j < planes.size; ++j) {
      const auto is_set = hn::TestBit(hn::Set(d, planes.words[j]), bits);
      count = hn::Or(count, hn::IfThenElseZero(is_set, hn::Set(d, std::uint64_t{1} << j)));
    }
    hn::StoreU(count, d, counts + bit);
  }
}

void count_ones_kernel(const std::uint64_t* hashes, std::size_t size, std::uint64_t* counts) {
  expand(count_all(hashes, size), counts);
}

void weigh_ones_kernel(const std::uint64_t* hashes, const std::int64_t* weights, std::size_t size,
                       std::uint64_t* counts) {
  expand(count_weighted(hashes, weights, size, sum_of(weights, size)), counts);
}

using RealTag = hn::RebindToFloat<Tag>;
using RealVec = hn::Vec<RealTag>;

HWY_INLINE void add_signed(RealVec& sum, Vec hash, const std::uint64_t* bits, RealVec weight) {
  const auto is_set = hn::RebindMask(RealTag(), hn::TestBit(hash, hn::Load(Tag(), bits)));
  sum = hn::Add(sum, hn::IfThenElse(is_set, weight, hn::Neg(weight)));
}

/// Sums signed weights. The lanes are bits and the features come in order, so each sum sees the
/// additions of the plain loop. x + (-w) is x - w in IEEE arithmetic, and without a product nothing
/// can be fused. Four vectors of sums at a time hide the latency of the addition.
void sum_signed_kernel(const std::uint64_t* hashes, const double* weights, std::size_t size, double* sums) {
  const RealTag d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t bit = 0; bit < 64; bit += 4 * lanes) {
    const std::uint64_t* bits = kBits.values + bit;
    RealVec sum0 = hn::Zero(d);
    RealVec sum1 = sum0;
    RealVec sum2 = sum0;
    RealVec sum3 = sum0;
    for (std::size_t i = 0; i < size; ++i) {
      const Vec hash = hn::Set(Tag(), hashes[i]);
      const RealVec weight = hn::Set(d, weights[i]);
      add_signed(sum0, hash, bits, weight);
      add_signed(sum1, hash, bits + lanes, weight);
      add_signed(sum2, hash, bits + 2 * lanes, weight);
      add_signed(sum3, hash, bits + 3 * lanes, weight);
    }
    hn::StoreU(sum0, d, sums + bit);
    hn::StoreU(sum1, d, sums + bit + lanes);
    hn::StoreU(sum2, d, sums + bit + 2 * lanes);
    hn::StoreU(sum3, d, sums + bit + 3 * lanes);
  }
}

const char* target_name_kernel() { return hwy::TargetName(HWY_TARGET); }

}  // namespace
}  // namespace neardup::internal::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace neardup::internal::simd {

namespace {
HWY_EXPORT(majority_kernel);
HWY_EXPORT(weighted_majority_kernel);
HWY_EXPORT(count_ones_kernel);
HWY_EXPORT(weigh_ones_kernel);
HWY_EXPORT(sum_signed_kernel);
HWY_EXPORT(target_name_kernel);
}  // namespace

std::uint64_t majority(std::span<const std::uint64_t> hashes, bool tie) noexcept {
  return NEARDUP_DISPATCH(majority_kernel)(hashes.data(), hashes.size(), tie);
}

std::uint64_t weighted_majority(std::span<const std::uint64_t> hashes, std::span<const std::int64_t> weights,
                                bool tie) noexcept {
  assert(hashes.size() == weights.size());
  return NEARDUP_DISPATCH(weighted_majority_kernel)(hashes.data(), weights.data(), hashes.size(), tie);
}

BitCounts count_ones(std::span<const std::uint64_t> hashes) noexcept {
  BitCounts counts;
  NEARDUP_DISPATCH(count_ones_kernel)(hashes.data(), hashes.size(), counts.data());
  return counts;
}

BitCounts weigh_ones(std::span<const std::uint64_t> hashes, std::span<const std::int64_t> weights) noexcept {
  assert(hashes.size() == weights.size());
  BitCounts counts;
  NEARDUP_DISPATCH(weigh_ones_kernel)(hashes.data(), weights.data(), hashes.size(), counts.data());
  return counts;
}

BitSums sum_signed(std::span<const std::uint64_t> hashes, std::span<const double> weights) noexcept {
  assert(hashes.size() == weights.size());
  BitSums sums;
  NEARDUP_DISPATCH(sum_signed_kernel)(hashes.data(), weights.data(), hashes.size(), sums.data());
  return sums;
}

const char* target_name() noexcept { return NEARDUP_DISPATCH(target_name_kernel)(); }

}  // namespace neardup::internal::simd
#endif  // HWY_ONCE
