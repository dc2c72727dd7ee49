// Computes the distances of four vectors at a time, with one branch for all of them. Hits are rare,
// so that branch is hardly ever taken on random data and the loop runs at memory speed. Loading
// splits 128-bit fingerprints into low and high words, so lane i belongs to entry i for both
// widths. The same source is compiled for every target. No state; thread-safe.
#ifndef HWY_COMPILE_ALL_ATTAINABLE
#define HWY_COMPILE_ALL_ATTAINABLE  // keeps the plain target, for NEARDUP_SIMD=scalar
#endif
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS \
  (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)  // vectors must fit into structs
#endif

#include "neardup/simd/within_kernels.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "neardup/simd/scalar_choice.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "neardup/simd/within_kernels.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace neardup::internal::simd::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<std::uint64_t, 8>;
using SignedTag = hn::RebindToSigned<Tag>;
using Vec = hn::Vec<Tag>;
constexpr std::size_t kLanes = hn::MaxLanes(Tag());
constexpr std::size_t kUnroll = 4;

/// A query of 64 bits: computes its distances to kLanes entries, one per lane.
struct Query64 {
  using Entry = std::uint64_t;
  Vec word;
  HWY_INLINE explicit Query64(std::uint64_t query) : word(hn::Set(Tag(), query)) {}
  HWY_INLINE Vec distances(const std::uint64_t* entries) const {
    return hn::PopulationCount(hn::Xor(hn::LoadU(Tag(), entries), word));
  }
};

struct Query128 {
  using Entry = Bits128;
  Vec low, high;
  HWY_INLINE explicit Query128(Bits128 query)
      : low(hn::Set(Tag(), query.low)), high(hn::Set(Tag(), query.high)) {}
  HWY_INLINE Vec distances(const Bits128* entries) const {
    Vec lows, highs;
    hn::LoadInterleaved2(Tag(), reinterpret_cast<const std::uint64_t*>(entries), lows, highs);
    return hn::Add(hn::PopulationCount(hn::Xor(lows, low)), hn::PopulationCount(hn::Xor(highs, high)));
  }
};

/// Compares as signed numbers, because AVX2 has no unsigned comparison; distances are small.
HWY_INLINE auto is_within(Vec distances, hn::Vec<SignedTag> limit) {
  return hn::Lt(hn::BitCast(SignedTag(), distances), limit);
}

/// Writes the lanes with a distance below the limit as hits and returns their number. `first` is
/// the index of the entry in lane 0.
HWY_INLINE std::size_t write_hits(Vec distances, std::uint64_t limit, std::size_t first, ScanHit* hits) {
  alignas(64) std::uint64_t lanes[kLanes];
  hn::Store(distances, Tag(), lanes);
  std::size_t count = 0;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    hits[count] = {static_cast<std::uint32_t>(first + lane), static_cast<std::uint32_t>(lanes[lane])};
    count += lanes[lane] < limit ? 1 : 0;  // overwritten by the next one unless it counts
  }
  return count;
}

/// Scans the last entries, fewer than a vector holds. Pads them in a buffer, so that nothing
/// outside of the lists is read or written.
template <typename Query>
HWY_INLINE std::size_t scan_rest(const Query& query, std::span<const typename Query::Entry> rest,
                                 std::size_t first, std::uint64_t limit, ScanHit* hits) {
  typename Query::Entry padded[kLanes] = {};
  std::copy(rest.begin(), rest.end(), padded);
  alignas(64) std::uint64_t lanes[kLanes];
  hn::Store(query.distances(padded), Tag(), lanes);
  std::size_t count = 0;
  for (std::size_t lane = 0; lane < rest.size(); ++lane) {
    if (lanes[lane] >= limit) continue;
    hits[count++] = {static_cast<std::uint32_t>(first + lane), static_cast<std::uint32_t>(lanes[lane])};
  }
  return count;
}

template <typename Query>
HWY_INLINE std::size_t scan(const Query& query, std::span<const typename Query::Entry> entries,
                            std::uint64_t limit, ScanHit* hits) {
  const auto bound = hn::Set(SignedTag(), static_cast<std::int64_t>(limit));
  const typename Query::Entry* const begin = entries.data();
  const std::size_t size = entries.size();
  std::size_t count = 0;
  std::size_t i = 0;
  for (; i + kUnroll * kLanes <= size; i += kUnroll * kLanes) {
    const Vec d0 = query.distances(begin + i);
    const Vec d1 = query.distances(begin + i + kLanes);
    const Vec d2 = query.distances(begin + i + 2 * kLanes);
    const Vec d3 = query.distances(begin + i + 3 * kLanes);
    const auto any01 = hn::Or(is_within(d0, bound), is_within(d1, bound));
    const auto any23 = hn::Or(is_within(d2, bound), is_within(d3, bound));
    if (HWY_LIKELY(hn::AllFalse(SignedTag(), hn::Or(any01, any23)))) continue;
    // write_hits fills up to kLanes slots from `count` on. There is room, because at least that
    // many entries are still to be tested.
    count += write_hits(d0, limit, i, hits + count);
    count += write_hits(d1, limit, i + kLanes, hits + count);
    count += write_hits(d2, limit, i + 2 * kLanes, hits + count);
    count += write_hits(d3, limit, i + 3 * kLanes, hits + count);
  }
  for (; i + kLanes <= size; i += kLanes) {
    const Vec distances = query.distances(begin + i);
    if (hn::AllFalse(SignedTag(), is_within(distances, bound))) continue;
    count += write_hits(distances, limit, i, hits + count);
  }
  if (i == size) return count;
  return count + scan_rest(query, entries.subspan(i), i, limit, hits + count);
}

std::size_t within_64_kernel(std::span<const std::uint64_t> entries, std::uint64_t query, std::uint64_t limit,
                             ScanHit* hits) {
  return scan(Query64(query), entries, limit, hits);
}

std::size_t within_128_kernel(std::span<const Bits128> entries, const Bits128& query, std::uint64_t limit,
                              ScanHit* hits) {
  return scan(Query128(query), entries, limit, hits);
}

using ShortTag = hn::CappedTag<std::uint16_t, 32>;
using SignedShortTag = hn::RebindToSigned<ShortTag>;
using ShortVec = hn::Vec<ShortTag>;
constexpr std::size_t kShortLanes = hn::MaxLanes(ShortTag());

/// Returns which of kShortLanes tags are close enough.
struct TagsWithin {
  ShortVec query;
  hn::Vec<SignedShortTag> limit;
  HWY_INLINE TagsWithin(std::uint16_t tag, int max_distance)
      : query(hn::Set(ShortTag(), tag)),
        limit(hn::Set(SignedShortTag(), static_cast<std::int16_t>(max_distance + 1))) {}
  HWY_INLINE auto operator()(const std::uint16_t* tags) const {
    const ShortVec distances = hn::PopulationCount(hn::Xor(hn::LoadU(ShortTag(), tags), query));
    return hn::RebindMask(ShortTag(), hn::Lt(hn::BitCast(SignedShortTag(), distances), limit));
  }
};

/// Returns which of kShortLanes tags are within distance 1, the distance that finds use: then the difference
/// without its lowest set bit is 0. Most targets cannot count the bits of 16-bit lanes in one instruction.
struct TagsWithinOne {
  ShortVec query;
  ShortVec minus_one;
  HWY_INLINE explicit TagsWithinOne(std::uint16_t tag)
      : query(hn::Set(ShortTag(), tag)), minus_one(hn::Set(ShortTag(), 0xFFFF)) {}
  HWY_INLINE auto operator()(const std::uint16_t* tags) const {
    const ShortVec difference = hn::Xor(hn::LoadU(ShortTag(), tags), query);
    return hn::Eq(hn::And(difference, hn::Add(difference, minus_one)), hn::Zero(ShortTag()));
  }
};

/// Returns one bit per lane, with lane 0 in the lowest bit.
template <typename Mask>
HWY_INLINE std::uint64_t lane_bits(Mask mask) {
  std::uint8_t bytes[8] = {};  // StoreMaskBits may write all of them
  hn::StoreMaskBits(ShortTag(), mask, bytes);
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes, sizeof(bits));
  return bits;
}

HWY_INLINE std::size_t write_indices(std::uint64_t bits, std::size_t first, std::uint32_t* indices) {
  std::size_t count = 0;
  for (; bits != 0; bits &= bits - 1) {
    indices[count++] = static_cast<std::uint32_t>(first + hwy::Num0BitsBelowLS1Bit_Nonzero64(bits));
  }
  return count;
}

/// Scans fewer tags than a vector has lanes.
template <typename IsNear>
HWY_INLINE std::size_t scan_few_tags(const IsNear& is_near, std::span<const std::uint16_t> tags,
                                     std::uint32_t* indices) {
  std::uint16_t padded[kShortLanes] = {};
  std::copy(tags.begin(), tags.end(), padded);
  return write_indices(lane_bits(is_near(padded)) & ((std::uint64_t{1} << tags.size()) - 1), 0, indices);
}

template <typename IsNear>
HWY_INLINE std::size_t scan_tags(const IsNear& is_near, std::span<const std::uint16_t> tags,
                                 std::uint32_t* indices) {
  const std::size_t size = tags.size();
  if (size < kShortLanes) return scan_few_tags(is_near, tags, indices);
  std::size_t count = 0;
  std::size_t i = 0;
  for (; i + kShortLanes <= size; i += kShortLanes) {
    const auto near = is_near(tags.data() + i);
    if (HWY_LIKELY(hn::AllFalse(ShortTag(), near))) continue;
    count += write_indices(lane_bits(near), i, indices + count);
  }
  if (i == size) return count;
  // Scan the last whole vector of the list, without the lanes that were already tested.
  const std::size_t last = size - kShortLanes;
  const std::uint64_t bits = lane_bits(is_near(tags.data() + last)) >> (i - last);
  return count + write_indices(bits, i, indices + count);
}

std::size_t tags_kernel(std::span<const std::uint16_t> tags, std::uint16_t query, int max_distance,
                        std::uint32_t* indices) {
  if (max_distance == 1) return scan_tags(TagsWithinOne(query), tags, indices);
  return scan_tags(TagsWithin(query, max_distance), tags, indices);
}

}  // namespace
}  // namespace neardup::internal::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace neardup::internal::simd {

namespace {
HWY_EXPORT(within_64_kernel);
HWY_EXPORT(within_128_kernel);
HWY_EXPORT(tags_kernel);
}  // namespace

std::size_t scan_within(std::span<const std::uint64_t> entries, std::uint64_t query, int max_distance,
                        ScanHit* hits) noexcept {
  const auto limit = static_cast<std::uint64_t>(max_distance) + 1;
  return NEARDUP_DISPATCH(within_64_kernel)(entries, query, limit, hits);
}

std::size_t scan_within(std::span<const Bits128> entries, Bits128 query, int max_distance,
                        ScanHit* hits) noexcept {
  const auto limit = static_cast<std::uint64_t>(max_distance) + 1;
  return NEARDUP_DISPATCH(within_128_kernel)(entries, query, limit, hits);
}

std::size_t scan_tags_within(std::span<const std::uint16_t> tags, std::uint16_t query, int max_distance,
                             std::uint32_t* indices) noexcept {
  return NEARDUP_DISPATCH(tags_kernel)(tags, query, max_distance, indices);
}

}  // namespace neardup::internal::simd
#endif  // HWY_ONCE
