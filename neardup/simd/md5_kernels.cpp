// MD5 of many short messages at once: every lane hashes a message of its own.
//
// The 64 steps of MD5 depend on each other, so a single message leaves most of the machine idle.
// With one message per lane, and two vectors interleaved to fill the remaining gaps, 16 messages on
// AVX2 cost little more than one. The recipe `pypi-simhash` hashes every 4-character window of a
// text, and each window is one block. No state; thread-safe.
#ifndef HWY_COMPILE_ALL_ATTAINABLE
#define HWY_COMPILE_ALL_ATTAINABLE  // keeps the plain target, for NEARDUP_SIMD=scalar
#endif
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS \
  (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)  // vectors must fit into structs
#endif

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "neardup/simd/kernels.h"
#include "neardup/simd/scalar_choice.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "neardup/simd/md5_kernels.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

#ifndef NEARDUP_MD5_TABLES
#define NEARDUP_MD5_TABLES
namespace neardup::internal::simd {
namespace {

/// The integer part of 2^32 * |sin(step + 1)|.
constexpr std::uint32_t kSines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

/// Rotations to the left: four for each of the four rounds, used in turn.
constexpr int kRotations[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

constexpr std::size_t word_of_step(std::size_t round, std::size_t step_index) {
  constexpr std::size_t kFactor[4] = {1, 5, 3, 7};
  constexpr std::size_t kOffset[4] = {0, 1, 5, 0};
  return (kFactor[round] * step_index + kOffset[round]) % 16;
}

}  // namespace
}  // namespace neardup::internal::simd
#endif  // NEARDUP_MD5_TABLES

HWY_BEFORE_NAMESPACE();
namespace neardup::internal::simd::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<std::uint32_t, 16>;
using Vec = hn::Vec<Tag>;
constexpr std::size_t kLanes = hn::MaxLanes(Tag());

/// words[w] holds word w of the blocks of all lanes.
struct LaneBlocks {
  alignas(64) std::uint32_t words[16][kLanes];
};

struct LaneState {
  Vec a, b, c, d;
};

HWY_INLINE LaneBlocks transpose(const Md5Block* blocks) {
  LaneBlocks out;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    for (std::size_t word = 0; word < 16; ++word) out.words[word][lane] = blocks[lane][word];
  }
  return out;
}

/// Returns `sum` plus the function of the round. In the second round, (b & d) | (c & ~d) has
/// disjoint halves, so they can be added one after the other: c and d are known earlier than b.
template <std::size_t kRound>
HWY_INLINE Vec add_round_function(Vec sum, Vec b, Vec c, Vec d) {
  if constexpr (kRound == 0) return hn::Add(sum, hn::Xor(d, hn::And(b, hn::Xor(c, d))));
  if constexpr (kRound == 1) return hn::Add(hn::Add(sum, hn::AndNot(d, c)), hn::And(b, d));
  if constexpr (kRound == 2) return hn::Add(sum, hn::Xor(b, hn::Xor(c, d)));
  if constexpr (kRound == 3) return hn::Add(sum, hn::Xor(c, hn::Or(b, hn::Not(d))));
}

template <std::size_t kRound, std::size_t kTurn>
HWY_INLINE void step(LaneState& state, const LaneBlocks& blocks, std::size_t step_index) {
  const Tag tag;
  const auto [a, b, c, d] = state;
  const Vec word = hn::Load(tag, blocks.words[word_of_step(kRound, step_index)]);
  const Vec sum = hn::Add(hn::Add(a, hn::Set(tag, kSines[step_index])), word);
  const Vec mixed = add_round_function<kRound>(sum, b, c, d);
  state = {d, hn::Add(b, hn::RotateRight<32 - kRotations[kRound][kTurn]>(mixed)), b, c};
}

template <std::size_t kRound, std::size_t kTurn>
HWY_INLINE void step_both(LaneState (&states)[2], const LaneBlocks (&blocks)[2], std::size_t step_index) {
  step<kRound, kTurn>(states[0], blocks[0], step_index);
  step<kRound, kTurn>(states[1], blocks[1], step_index);
}

/// Runs the 16 steps of a round for two vectors of messages, interleaved. Four steps are unrolled, for their
/// rotations. Unrolling all 64 saves 3 of 23 ns per message but compiles far too slowly with sanitizers.
template <std::size_t kRound>
HWY_INLINE void run_round(LaneState (&states)[2], const LaneBlocks (&blocks)[2]) {
  for (std::size_t i = 16 * kRound; i < 16 * (kRound + 1); i += 4) {
    step_both<kRound, 0>(states, blocks, i);
    step_both<kRound, 1>(states, blocks, i + 1);
    step_both<kRound, 2>(states, blocks, i + 2);
    step_both<kRound, 3>(states, blocks, i + 3);
  }
}

struct LaneWords {
  alignas(64) std::uint32_t words[4][kLanes];
};

HWY_INLINE LaneState load_state(const Md5State* states) {
  const Tag tag;
  LaneWords in;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    for (std::size_t word = 0; word < 4; ++word) in.words[word][lane] = states[lane][word];
  }
  return {hn::Load(tag, in.words[0]), hn::Load(tag, in.words[1]), hn::Load(tag, in.words[2]),
          hn::Load(tag, in.words[3])};
}

HWY_INLINE void add_to_states(const LaneState& state, Md5State* states) {
  const Tag tag;
  LaneWords out;
  hn::Store(state.a, tag, out.words[0]);
  hn::Store(state.b, tag, out.words[1]);
  hn::Store(state.c, tag, out.words[2]);
  hn::Store(state.d, tag, out.words[3]);
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    for (std::size_t word = 0; word < 4; ++word) states[lane][word] += out.words[word][lane];
  }
}

constexpr std::size_t kBatch = 2 * kLanes;

HWY_INLINE void compress_batch(const Md5Block* blocks, Md5State* states) {
  const LaneBlocks lane_blocks[2] = {transpose(blocks), transpose(blocks + kLanes)};
  LaneState lane_states[2] = {load_state(states), load_state(states + kLanes)};
  run_round<0>(lane_states, lane_blocks);
  run_round<1>(lane_states, lane_blocks);
  run_round<2>(lane_states, lane_blocks);
  run_round<3>(lane_states, lane_blocks);
  add_to_states(lane_states[0], states);
  add_to_states(lane_states[1], states + kLanes);
}

void md5_compress_kernel(const Md5Block* blocks, Md5State* states, std::size_t size) {
  std::size_t i = 0;
  for (; size - i >= kBatch; i += kBatch) compress_batch(blocks + i, states + i);
  if (i == size) return;
  Md5Block last_blocks[kBatch] = {};
  Md5State last_states[kBatch] = {};
  std::copy(blocks + i, blocks + size, last_blocks);
  std::copy(states + i, states + size, last_states);
  compress_batch(last_blocks, last_states);
  std::copy_n(last_states, size - i, states + i);
}

}  // namespace
}  // namespace neardup::internal::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace neardup::internal::simd {

namespace {
HWY_EXPORT(md5_compress_kernel);
}  // namespace

void md5_compress(std::span<const Md5Block> blocks, std::span<Md5State> states) noexcept {
  assert(blocks.size() == states.size());
  NEARDUP_DISPATCH(md5_compress_kernel)(blocks.data(), states.data(), blocks.size());
}

}  // namespace neardup::internal::simd
#endif  // HWY_ONCE
