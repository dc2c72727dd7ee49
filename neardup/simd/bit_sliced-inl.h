// Counts, for each bit position, how many hashes have a 1 there, 64 positions at a time. Shared by
// the vote kernels.
//
// Counters are bit-sliced: plane j holds bit j of 64 counters in each lane, so one full adder (5 logic
// operations) adds a hash to 64 counters at once. A tree of carry-save adders (Harley and Seal; Mula,
// Kurz, Lemire 2016) consumes 16 vectors at a time with 15 adders. Its carries of weight 16 go through a
// binary counter of the same adders, one more per 16 vectors on average. Bit-sliced adders then also add
// up the lanes and the binary digits of weights. Included once per target, hence the toggling guard.
#if defined(NEARDUP_SIMD_BIT_SLICED_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef NEARDUP_SIMD_BIT_SLICED_INL_H
#undef NEARDUP_SIMD_BIT_SLICED_INL_H
#else
#define NEARDUP_SIMD_BIT_SLICED_INL_H
#endif

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace neardup::internal::simd::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kMaxLanes = 8;  // wider vectors exist (SVE) but would only enlarge the buffers below
constexpr std::size_t kMaxUpperPlanes = 40;
constexpr std::size_t kMaxPlanes = 64;
using Tag = hn::CappedTag<std::uint64_t, kMaxLanes>;
using Vec = hn::Vec<Tag>;

/// Adds two planes to the plane `sum` of the same weight. Returns the carry, which has double weight.
HWY_INLINE Vec add_planes(Vec& sum, Vec a, Vec b) {
  const Vec half = hn::Xor(a, b);
  const Vec carry = hn::OrAnd(hn::And(a, b), half, sum);
  sum = hn::Xor(half, sum);
  return carry;
}

/// Adds one plane to the plane `sum` of the same weight. Returns the carry, which has double weight.
HWY_INLINE Vec add_plane(Vec& sum, Vec a) {
  const Vec carry = hn::And(sum, a);
  sum = hn::Xor(sum, a);
  return carry;
}

/// A source of vectors for the adders: the hashes as they are.
struct AllHashes {
  const std::uint64_t* hashes;
  HWY_INLINE AllHashes operator+(std::size_t i) const { return {hashes + i}; }
  HWY_INLINE std::uint64_t word() const { return *hashes; }
  HWY_INLINE Vec vector() const { return hn::LoadU(Tag(), hashes); }
};

/// A source of vectors for the adders: the hashes whose weight has a 1 in this binary digit. The
/// others read as 0, which adds nothing to a count of ones.
struct HashesWithDigit {
  const std::uint64_t* hashes;
  const std::int64_t* weights;
  int digit;
  HWY_INLINE HashesWithDigit operator+(std::size_t i) const { return {hashes + i, weights + i, digit}; }
  HWY_INLINE std::uint64_t word() const { return ((*weights >> digit) & 1) != 0 ? *hashes : 0; }
  HWY_INLINE Vec vector() const {
    const hn::RebindToSigned<Tag> d;
    const auto digit_on_top = hn::ShiftLeftSame(hn::LoadU(d, weights), 63 - digit);
    return hn::And(hn::LoadU(Tag(), hashes), hn::BitCast(Tag(), hn::BroadcastSignBit(digit_on_top)));
  }
};

/// Add 4, 8 or 16 vectors to the planes of weight 1, 2, 4, 8. Return the carry of weight 4, 8 or 16.
template <typename Source>
HWY_INLINE Vec add_4(const Source& from, Vec& ones, Vec& twos) {
  const std::size_t lanes = hn::Lanes(Tag());
  const Vec a = add_planes(ones, from.vector(), (from + lanes).vector());
  const Vec b = add_planes(ones, (from + 2 * lanes).vector(), (from + 3 * lanes).vector());
  return add_planes(twos, a, b);
}

template <typename Source>
HWY_INLINE Vec add_8(const Source& from, Vec& ones, Vec& twos, Vec& fours) {
  const Vec a = add_4(from, ones, twos);
  const Vec b = add_4(from + 4 * hn::Lanes(Tag()), ones, twos);
  return add_planes(fours, a, b);
}

template <typename Source>
HWY_INLINE Vec add_16(const Source& from, Vec& ones, Vec& twos, Vec& fours, Vec& eights) {
  const Vec a = add_8(from, ones, twos, fours);
  const Vec b = add_8(from + 8 * hn::Lanes(Tag()), ones, twos, fours);
  return add_planes(eights, a, b);
}

/// Returns the last `count` < lanes of `size` hashes, with zeros in the other lanes. Never reads
/// outside of the list.
template <typename Source>
HWY_INLINE Vec load_last(const Source& from, std::size_t size, std::size_t count) {
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  if (count == 0) return hn::Zero(d);
  if (size >= lanes)
    return hn::IfThenZeroElse(hn::FirstN(d, lanes - count), (from + (size - lanes)).vector());
  alignas(64) std::uint64_t padded[kMaxLanes] = {};
  for (std::size_t i = 0; i < count; ++i) padded[i] = (from + i).word();
  return hn::Load(d, padded);
}

/// The planes of weight 16 and above. Level j needs two carries before it can add, so the first one waits. A
/// carry waits at level j exactly if bit j of the number of carries so far is set, as in a binary counter.
struct UpperPlanes {
  alignas(64) std::uint64_t sums[kMaxUpperPlanes][kMaxLanes];
  alignas(64) std::uint64_t waiting[kMaxUpperPlanes][kMaxLanes];
};

HWY_INLINE void add_carry(UpperPlanes& upper, std::size_t carries_before, Vec carry) {
  const Tag d;
  std::size_t level = 0;
  for (; ((carries_before >> level) & 1) != 0; ++level) {
    Vec sum = hn::Load(d, upper.sums[level]);
    carry = add_planes(sum, hn::Load(d, upper.waiting[level]), carry);
    hn::Store(sum, d, upper.sums[level]);
  }
  hn::Store(carry, d, upper.waiting[level]);
}

/// Bit-sliced counters, separate for each lane: planes[j] holds bit j of the counters.
struct LanePlanes {
  alignas(64) std::uint64_t planes[4 + kMaxUpperPlanes][kMaxLanes];
  std::size_t size;
};

/// Adds the carries that still wait to the sums, which then are one number per counter.
HWY_INLINE void finish_upper(const UpperPlanes& upper, std::size_t levels, std::size_t carries,
                             LanePlanes& out) {
  const Tag d;
  Vec carry = hn::Zero(d);
  for (std::size_t level = 0; level < levels; ++level) {
    Vec sum = hn::Load(d, upper.sums[level]);
    const bool waits = ((carries >> level) & 1) != 0;
    carry = waits ? add_planes(sum, hn::Load(d, upper.waiting[level]), carry) : add_plane(sum, carry);
    hn::Store(sum, d, out.planes[4 + level]);
  }
  out.size = 4 + levels;
}

/// Counts the ones of all hashes, lane by lane. The hashes that do not fill a block of 16 vectors
/// come first, two vectors at a time, while there are only few planes. They are at most 16 vectors,
/// so the carry of weight 16 is a plane of its own.
template <typename Source>
HWY_INLINE void count_in_lanes(const Source& source, std::size_t size, LanePlanes& out) {
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t blocks = size / (16 * lanes);
  // Enough to count to blocks + 1, in units of sixteen.
  const std::size_t levels = static_cast<std::size_t>(std::bit_width(blocks)) + 1;
  assert(levels <= kMaxUpperPlanes);
  Vec ones = hn::Zero(d);
  Vec twos = ones;
  Vec fours = ones;
  Vec eights = ones;
  Vec sixteens = ones;
  const auto add_two = [&](Vec a, Vec b) HWY_ATTR {
    const Vec carry = add_plane(twos, add_planes(ones, a, b));
    sixteens = hn::Or(sixteens, add_plane(eights, add_plane(fours, carry)));
  };
  std::size_t i = blocks * 16 * lanes;
  for (; size - i >= 2 * lanes; i += 2 * lanes)
    add_two((source + i).vector(), (source + (i + lanes)).vector());
  add_two(size - i >= lanes ? (source + i).vector() : hn::Zero(d),
          load_last(source, size, (size - i) % lanes));

  UpperPlanes upper;
  hn::Store(sixteens, d, upper.sums[0]);
  for (std::size_t level = 1; level < levels; ++level) hn::Store(hn::Zero(d), d, upper.sums[level]);
  for (std::size_t block = 0; block < blocks; ++block) {
    add_carry(upper, block, add_16(source + block * 16 * lanes, ones, twos, fours, eights));
  }
  hn::Store(ones, d, out.planes[0]);
  hn::Store(twos, d, out.planes[1]);
  hn::Store(fours, d, out.planes[2]);
  hn::Store(eights, d, out.planes[3]);
  finish_upper(upper, levels, blocks, out);
}

/// 64 numbers, one for each bit of the hashes: words[j] holds bit j of all of them.
struct Planes {
  std::uint64_t words[kMaxPlanes];
  std::size_t size;
};

/// Returns 64 zeros, with planes enough for every count up to `greatest`.
HWY_INLINE Planes no_votes(std::uint64_t greatest) {
  Planes planes;
  planes.size = static_cast<std::size_t>(std::bit_width(greatest));
  std::fill_n(planes.words, planes.size, 0);
  return planes;
}

/// Adds the numbers of all lanes times 2^digit, plane by plane with a carry.
HWY_INLINE void add_lanes(const LanePlanes& lane_planes, std::size_t digit, Planes& total) {
  const std::size_t lanes = hn::Lanes(Tag());
  const std::size_t end = std::min(digit + lane_planes.size, total.size);  // higher planes of the lanes are 0
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    std::uint64_t carry = 0;
    for (std::size_t j = digit; j < end; ++j) {
      const std::uint64_t a = total.words[j];
      const std::uint64_t b = lane_planes.planes[j - digit][lane];
      const std::uint64_t half = a ^ b;
      total.words[j] = half ^ carry;
      carry = (a & b) | (half & carry);
    }
    for (std::size_t j = end; carry != 0 && j < total.size; ++j) {
      const std::uint64_t a = total.words[j];
      total.words[j] = a ^ carry;
      carry &= a;
    }
  }
}

HWY_INLINE Planes count_all(const std::uint64_t* hashes, std::size_t size) {
  LanePlanes lane_planes;
  count_in_lanes(AllHashes{hashes}, size, lane_planes);
  Planes total = no_votes(size);
  add_lanes(lane_planes, 0, total);
  return total;
}

/// Counts weighted hashes digit by digit, in chunks that stay in the L1 cache over all digits. A
/// weight costs as many unit votes as there are binary digits set in any weight of its chunk.
HWY_INLINE Planes count_weighted(const std::uint64_t* hashes, const std::int64_t* weights, std::size_t size,
                                 std::uint64_t total_weight) {
  constexpr std::size_t kChunk = 1024;
  Planes total = no_votes(total_weight);
  for (std::size_t begin = 0; begin < size; begin += kChunk) {
    const std::size_t chunk = std::min(kChunk, size - begin);
    std::uint64_t digits = 0;
    for (std::size_t i = 0; i < chunk; ++i) digits |= static_cast<std::uint64_t>(weights[begin + i]);
    for (; digits != 0; digits &= digits - 1) {
      const int digit = std::countr_zero(digits);
      LanePlanes lane_planes;
      count_in_lanes(HashesWithDigit{hashes + begin, weights + begin, digit}, chunk, lane_planes);
      add_lanes(lane_planes, static_cast<std::size_t>(digit), total);
    }
  }
  return total;
}

}  // namespace
}  // namespace neardup::internal::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
