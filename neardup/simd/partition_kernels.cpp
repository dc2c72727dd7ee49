// Scatters fingerprints to thousands of addresses without a cache miss and a TLB miss for each. Every
// part has one line of its own in the cache. A full line goes to memory at once, bypassing the
// caches, which never read what they would only overwrite (software write combining with streaming
// stores; Balkesen et al. 2013). The first line of a part may begin before the part does; those
// bytes belong to another part or thread and are left alone. No state; thread-safe.
#ifndef HWY_COMPILE_ALL_ATTAINABLE
#define HWY_COMPILE_ALL_ATTAINABLE  // keeps the plain target, for NEARDUP_SIMD=scalar
#endif

#include "neardup/simd/partition_kernels.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "neardup/simd/scalar_choice.h"
#include "neardup/simd/word_bits.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "neardup/simd/partition_kernels.cpp"
#include "hwy/aligned_allocator.h"
#include "hwy/cache_control.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace neardup::internal::simd::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kLineBytes = 64;

template <typename Word>
HWY_INLINE std::size_t part_of(const Word& rotated, int bits) {
  return static_cast<std::size_t>(top_bits(rotated, bits));
}

template <typename Word>
HWY_INLINE void count_all(const Word* words, std::size_t size, PartitionKey key, std::uint32_t* counts) {
  for (std::size_t i = 0; i < size; ++i) ++counts[part_of(rotate_up(words[i], key.rotation), key.bits)];
}

/// Writes one aligned line to memory without reading it first.
template <typename Word>
HWY_INLINE void stream_line(const Word* line, Word* target) {
  const hn::CappedTag<std::uint64_t, kLineBytes / 8> d;
  const auto* from = reinterpret_cast<const std::uint64_t*>(line);
  auto* to = reinterpret_cast<std::uint64_t*>(target);
  for (std::size_t i = 0; i < kLineBytes / 8; i += hn::Lanes(d)) hn::Stream(hn::Load(d, from + i), d, to + i);
}

/// The line of each part that is being filled.
template <typename Word>
class OpenLines {
 public:
  static constexpr std::uint32_t kLine = kLineBytes / sizeof(Word);

  HWY_INLINE OpenLines(std::size_t parts, const std::uint32_t* positions, Word* target)
      : lines_(hwy::AllocateAligned<Word>(parts * kLine)),
        begins_(positions, positions + parts),
        target_(target) {}

  /// Adds a fingerprint to the line of its part. Writes a full line only when the next fingerprint
  /// of its part arrives: by then the fingerprints of the line have reached the cache, and vector
  /// loads can read them without waiting.
  HWY_INLINE void put(std::size_t part, std::uint32_t position, const Word& word) {
    Word* line = lines_.get() + part * kLine;
    if (position % kLine == 0 && position != begins_[part]) write_full(line, part, position - kLine);
    line[position % kLine] = word;
  }

  /// Writes what the last line of the part holds; `end` is one past its last fingerprint.
  HWY_INLINE void close(std::size_t part, std::uint32_t end) {
    const std::uint32_t begin = begins_[part];
    if (begin == end) return;
    const std::uint32_t line_begin = (end - 1) - (end - 1) % kLine;
    const std::uint32_t from = std::max(begin, line_begin);
    const Word* line = lines_.get() + part * kLine;
    std::copy(line + (from - line_begin), line + (end - line_begin), target_ + from);
  }

 private:
  HWY_INLINE void write_full(const Word* line, std::size_t part, std::uint32_t line_begin) {
    const std::uint32_t begin = begins_[part];
    if (HWY_LIKELY(line_begin >= begin)) {
      stream_line(line, target_ + line_begin);
    } else {
      std::copy(line + begin % kLine, line + kLine, target_ + begin);
    }
  }

  hwy::AlignedFreeUniquePtr<Word[]> lines_;
  std::vector<std::uint32_t> begins_;
  Word* target_;
};

template <typename Word>
HWY_INLINE void scatter_all(const Word* words, std::size_t size, PartitionKey key, std::uint32_t* positions,
                            Word* target) {
  const std::size_t parts = std::size_t{1} << key.bits;
  OpenLines<Word> lines(parts, positions, target);
  for (std::size_t i = 0; i < size; ++i) {
    const Word word = rotate_up(words[i], key.rotation);
    const std::size_t part = part_of(word, key.bits);
    lines.put(part, positions[part]++, word);
  }
  for (std::size_t part = 0; part < parts; ++part) lines.close(part, positions[part]);
  hwy::FlushStream();
}

void count_64(const std::uint64_t* words, std::size_t size, PartitionKey key, std::uint32_t* counts) {
  count_all(words, size, key, counts);
}
void count_128(const Bits128* words, std::size_t size, PartitionKey key, std::uint32_t* counts) {
  count_all(words, size, key, counts);
}
void scatter_64(const std::uint64_t* words, std::size_t size, PartitionKey key, std::uint32_t* positions,
                std::uint64_t* target) {
  scatter_all(words, size, key, positions, target);
}
void scatter_128(const Bits128* words, std::size_t size, PartitionKey key, std::uint32_t* positions,
                 Bits128* target) {
  scatter_all(words, size, key, positions, target);
}

}  // namespace
}  // namespace neardup::internal::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace neardup::internal::simd {

namespace {
HWY_EXPORT(count_64);
HWY_EXPORT(count_128);
HWY_EXPORT(scatter_64);
HWY_EXPORT(scatter_128);
}  // namespace

void count_parts(std::span<const std::uint64_t> words, const PartitionKey& key,
                 std::span<std::uint32_t> counts) {
  assert(counts.size() == std::size_t{1} << key.bits);
  NEARDUP_DISPATCH(count_64)(words.data(), words.size(), key, counts.data());
}

void count_parts(std::span<const Bits128> words, const PartitionKey& key, std::span<std::uint32_t> counts) {
  assert(counts.size() == std::size_t{1} << key.bits);
  NEARDUP_DISPATCH(count_128)(words.data(), words.size(), key, counts.data());
}

void scatter_parts(std::span<const std::uint64_t> words, const PartitionKey& key,
                   std::span<std::uint32_t> positions, std::uint64_t* target) {
  assert(positions.size() == std::size_t{1} << key.bits);
  NEARDUP_DISPATCH(scatter_64)(words.data(), words.size(), key, positions.data(), target);
}

void scatter_parts(std::span<const Bits128> words, const PartitionKey& key,
                   std::span<std::uint32_t> positions, Bits128* target) {
  assert(positions.size() == std::size_t{1} << key.bits);
  NEARDUP_DISPATCH(scatter_128)(words.data(), words.size(), key, positions.data(), target);
}

}  // namespace neardup::internal::simd
#endif  // HWY_ONCE
