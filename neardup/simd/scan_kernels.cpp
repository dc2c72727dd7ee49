// Compares every query with every target without a popcount per pair.
//
// Targets are transposed: plane p holds bit p of 256 targets. Bit-sliced adders then count the differing
// bits of all of them at once. Two tricks make this cheap. First, planes are taken in threes, and the
// two-bit sum of three planes is precomputed for each of the 8 values of the query's three bits (Four
// Russians), so a query only adds sums. Second, the counters start at 2^levels - 1 - k, so a target is out
// exactly if its counter overflows: the carries out of the top are OR-ed together and nothing is compared.
//
// A part of the planes is enough to rule out nearly all targets if they are random; the survivors
// are verified. If too many survive, all planes are counted. On AVX2 a pair costs less than a tenth
// of a nanosecond. No state; thread-safe.
#ifndef HWY_COMPILE_ALL_ATTAINABLE
#define HWY_COMPILE_ALL_ATTAINABLE  // keeps the plain target, for NEARDUP_SIMD=scalar
#endif

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "neardup/simd/hamming_kernels.h"
#include "neardup/simd/scalar_choice.h"
#include "neardup/simd/word_bits.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "neardup/simd/scan_kernels.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace neardup::internal::simd::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kMaxLanes = 4;  // 256 targets: about one bucket
using Tag = hn::CappedTag<std::uint64_t, kMaxLanes>;
using Vec = hn::Vec<Tag>;

constexpr int kPlanesPerStep = 12;  // four groups of three
constexpr int kMaxPlanes = 132;     // for 128 bits; planes above the word are 0

constexpr int all_planes(int word_bits) {
  return (word_bits + kPlanesPerStep - 1) / kPlanesPerStep * kPlanesPerStep;
}

/// Returns how many planes leave fewer than a handful of random targets at this distance: enough
/// that the sum of the binomials up to k falls below 2^planes / 500.
HWY_INLINE int planes_for(int max_distance, int word_bits) {
  static constexpr int kSteps[] = {1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5};
  const int steps = max_distance <= 16 ? kSteps[max_distance] : (2 * max_distance + 33) / kPlanesPerStep;
  return std::min(steps * kPlanesPerStep, all_planes(word_bits));
}

/// The number of differing bits in three planes, as two bits, for each value of the query's bits there.
struct ThreePlanes {
  struct Sum {
    alignas(32) std::uint64_t ones[kMaxLanes];
    alignas(32) std::uint64_t twos[kMaxLanes];
  };
  Sum sums[8];
};

/// The targets of one pass: 64 per lane.
struct TargetGroup {
  ThreePlanes threes[kMaxPlanes / 3];
  alignas(32) std::uint64_t valid[kMaxLanes];
};

/// A full adder for each bit of each lane: adds a and b to `sum` and returns the carry.
HWY_INLINE Vec add(Vec& sum, Vec a, Vec b) {
  const Vec half = hn::Xor(a, b);
  const Vec carry = hn::OrAnd(hn::And(a, b), half, sum);
  sum = hn::Xor(half, sum);
  return carry;
}

HWY_INLINE Vec add(Vec& sum, Vec a) {
  const Vec carry = hn::And(sum, a);
  sum = hn::Xor(sum, a);
  return carry;
}

/// Transposes 64 rows of 64 bits in every lane (Hacker's Delight, 7-3).
HWY_NOINLINE void transpose(std::uint64_t (*rows)[kMaxLanes]) {
  const Tag d;
  std::uint64_t mask = 0x00000000FFFFFFFF;
  for (int width = 32; width != 0; width /= 2, mask ^= mask << width) {
    const Vec mask_vector = hn::Set(d, mask);
    for (int row = 0; row < 64; row = ((row | width) + 1) & ~width) {
      const Vec low = hn::Load(d, rows[row]);
      const Vec high = hn::Load(d, rows[row | width]);
      const Vec swap = hn::And(hn::Xor(hn::ShiftRightSame(low, width), high), mask_vector);
      hn::Store(hn::Xor(low, hn::ShiftLeftSame(swap, width)), d, rows[row]);
      hn::Store(hn::Xor(high, swap), d, rows[row | width]);
    }
  }
}

HWY_NOINLINE void fill_sums(const std::uint64_t (*planes)[kMaxLanes], ThreePlanes& three) {
  const Tag d;
  for (std::uint64_t bits = 0; bits < 8; ++bits) {
    const auto differing = [&](int plane) HWY_ATTR {
      return hn::Xor(hn::Load(d, planes[plane]), hn::Set(d, std::uint64_t{0} - ((bits >> plane) & 1)));
    };
    Vec ones = differing(2);
    const Vec twos = add(ones, differing(0), differing(1));
    hn::Store(ones, d, three.sums[bits].ones);
    hn::Store(twos, d, three.sums[bits].twos);
  }
}

/// Transposes up to 64 targets per lane; `count` of them are real.
template <typename Word>
HWY_NOINLINE void fill_group(const Word* targets, std::size_t count, int planes, TargetGroup& group) {
  const std::size_t lanes = hn::Lanes(Tag());
  alignas(64) std::uint64_t rows[kMaxPlanes + 64][kMaxLanes] = {};
  for (int first = 0; first < std::min(planes, kWordBits<Word>); first += 64) {
    for (std::size_t i = 0; i < count; ++i)
      rows[first + static_cast<int>(i % 64)][i / 64] = bits_from(targets[i], first);
    transpose(rows + first);
  }
  for (int plane = 0; plane < planes; plane += 3) fill_sums(rows + plane, group.threes[plane / 3]);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const std::size_t before = std::min(count, lane * 64);
    const std::size_t in_lane = std::min<std::size_t>(count - before, 64);
    group.valid[lane] = in_lane == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << in_lane) - 1;
  }
}

/// The counters of one query: `kLevels` planes, and the targets whose counter has overflowed.
template <int kLevels>
struct Counters {
  Vec levels[6];
  Vec out;

  HWY_INLINE explicit Counters(int max_distance) {
    const Tag d;
    const int start = (1 << kLevels) - 1 - max_distance;
    for (int level = 0; level < kLevels; ++level) {
      levels[level] = hn::Set(d, std::uint64_t{0} - static_cast<std::uint64_t>((start >> level) & 1));
    }
    out = hn::Zero(d);
  }

  /// Adds twelve planes. `bits` are the query's bits, lowest first.
  HWY_INLINE void add_step(const ThreePlanes* threes, std::uint64_t bits) {
    const Tag d;
    const ThreePlanes::Sum& a = threes[0].sums[bits & 7];
    const ThreePlanes::Sum& b = threes[1].sums[(bits >> 3) & 7];
    const ThreePlanes::Sum& c = threes[2].sums[(bits >> 6) & 7];
    const ThreePlanes::Sum& e = threes[3].sums[(bits >> 9) & 7];
    const Vec twos1 = add(levels[0], hn::Load(d, a.ones), hn::Load(d, b.ones));
    const Vec twos2 = add(levels[0], hn::Load(d, c.ones), hn::Load(d, e.ones));
    if constexpr (kLevels == 1) {
      const Vec twos3 = hn::Or(hn::Load(d, a.twos), hn::Load(d, b.twos));
      const Vec twos4 = hn::Or(hn::Load(d, c.twos), hn::Load(d, e.twos));
      out = hn::Or(hn::Or(out, hn::Or(twos1, twos2)), hn::Or(twos3, twos4));
    } else {
      const Vec fours1 = add(levels[1], hn::Load(d, a.twos), hn::Load(d, b.twos));
      const Vec fours2 = add(levels[1], hn::Load(d, c.twos), hn::Load(d, e.twos));
      const Vec fours3 = add(levels[1], twos1, twos2);
      add_fours(fours1, fours2, fours3);
    }
  }

 private:
  HWY_INLINE void add_fours(Vec fours1, Vec fours2, Vec fours3) {
    if constexpr (kLevels == 2) {
      out = hn::Or(hn::Or(out, fours1), hn::Or(fours2, fours3));
    } else {
      const Vec eights1 = add(levels[2], fours1, fours2);
      const Vec eights2 = add(levels[2], fours3);
      if constexpr (kLevels == 3) {
        out = hn::Or(out, hn::Or(eights1, eights2));
      } else {
        Vec carry = add(levels[3], eights1, eights2);
        for (int level = 4; level < kLevels; ++level) carry = add(levels[level], carry);
        out = hn::Or(out, carry);
      }
    }
  }
};

/// Writes the targets whose counter did not overflow, one bit each. Returns false if there are none.
template <int kLevels, typename Word>
HWY_INLINE bool survivors(const TargetGroup& group, const Word& query, int max_distance, int planes,
                          std::uint64_t* alive) {
  const Tag d;
  Counters<kLevels> counters(max_distance);
  for (int plane = 0; plane < planes; plane += kPlanesPerStep) {
    // A step never begins above the word.
    counters.add_step(group.threes + plane / 3, bits_from(query, plane));
  }
  const Vec left = hn::AndNot(counters.out, hn::Load(d, group.valid));
  if (hn::AllTrue(d, hn::Eq(left, hn::Zero(d)))) return false;
  hn::Store(left, d, alive);
  return true;
}

/// Runs one scan task. Some functions are not inline, to keep the code small: only the loop over
/// the queries exists once for each number of levels.
template <typename Word>
class Scan {
 public:
  Scan(const PairRule<Word>& rule, FoundValues<Word>& found)
      : rule_(rule),
        found_(found),
        planes_(planes_for(rule.max_distance, kWordBits<Word>)),
        candidates_allowed_(found.candidates + 1000) {}

  HWY_NOINLINE void run(const ScanTask<Word>& task) {
    const std::size_t group_size = hn::Lanes(Tag()) * 64;
    for (std::size_t begin = 0; begin < task.targets.size(); begin += group_size) {
      target_count_ = std::min(group_size, task.targets.size() - begin);
      targets_ = task.targets.data() + begin;
      fill_group(targets_, target_count_, planes_, group_);
      if (task.among_targets) ask(task.targets.subspan(begin + 1), 1);
      for (const std::span<const Word> queries : task.queries) ask(queries, target_count_);
    }
  }

 private:
  /// Compares the first query with the first `targets` targets of the group, and every further
  /// query with one target more, up to all of them.
  void ask(std::span<const Word> queries, std::size_t targets) {
    if (rule_.max_distance < 4) return ask_all<2>(queries, targets);
    if (rule_.max_distance < 8) return ask_all<3>(queries, targets);
    if (rule_.max_distance < 16) return ask_all<4>(queries, targets);
    ask_all<6>(queries, targets);
  }

  template <int kLevels>
  HWY_NOINLINE void ask_all(std::span<const Word> queries, std::size_t targets) {
    alignas(32) std::uint64_t alive[kMaxLanes];
    for (const Word& query : queries) {
      ++asked_;
      if (HWY_UNLIKELY(survivors<kLevels>(group_, query, rule_.max_distance, planes_, alive))) {
        verify_all(alive, query, targets);
        if (found_.is_full()) return;
      }
      targets = std::min(targets + 1, target_count_);
    }
  }

  HWY_NOINLINE void verify_all(const std::uint64_t* alive, const Word& query, std::size_t targets) {
    for (std::size_t lane = 0; lane * 64 < targets; ++lane) {
      for (std::uint64_t rest = alive[lane]; rest != 0; rest &= rest - 1) {
        const std::size_t target = lane * 64 + static_cast<std::size_t>(std::countr_zero(rest));
        if (target < targets) verify(targets_[target], query);
      }
    }
    if (found_.candidates > candidates_allowed_ + 4 * asked_) count_all_planes();
  }

  /// Switches to counting all planes: from here on only pairs within the distance survive.
  void count_all_planes() {
    candidates_allowed_ = ~std::uint64_t{0} / 2;
    planes_ = all_planes(kWordBits<Word>);
    fill_group(targets_, target_count_, planes_, group_);
  }

  HWY_INLINE void verify(const Word& target, const Word& query) {
    const Word difference = bit_xor(target, query);
    ++found_.candidates;
    if (bits_set(difference) > rule_.max_distance) return;
    for (const EarlierBlock<Word>& block : rule_.earlier) {
      if (bits_set(bit_and(difference, block.mask)) <= block.radius) return;
    }
    found_.pairs.push_back({target, query});
  }

  const PairRule<Word>& rule_;
  FoundValues<Word>& found_;
  int planes_;
  std::uint64_t candidates_allowed_;
  std::uint64_t asked_ = 0;
  const Word* targets_ = nullptr;
  std::size_t target_count_ = 0;
  TargetGroup group_;
};

void scan_64(const ScanTask<std::uint64_t>& task, const PairRule<std::uint64_t>& rule,
             FoundValues<std::uint64_t>& found) {
  Scan<std::uint64_t>(rule, found).run(task);
}
void scan_128(const ScanTask<Bits128>& task, const PairRule<Bits128>& rule, FoundValues<Bits128>& found) {
  Scan<Bits128>(rule, found).run(task);
}

}  // namespace
}  // namespace neardup::internal::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace neardup::internal::simd {

namespace {
HWY_EXPORT(scan_64);
HWY_EXPORT(scan_128);
}  // namespace

void scan(const ScanTask<std::uint64_t>& task, const PairRule<std::uint64_t>& rule,
          FoundValues<std::uint64_t>& found) {
  NEARDUP_DISPATCH(scan_64)(task, rule, found);
}

void scan(const ScanTask<Bits128>& task, const PairRule<Bits128>& rule, FoundValues<Bits128>& found) {
  NEARDUP_DISPATCH(scan_128)(task, rule, found);
}

}  // namespace neardup::internal::simd
#endif  // HWY_ONCE
