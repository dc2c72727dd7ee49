// Finds the near pairs of a bucket with small tables.
//
// Fingerprints within k bits of each other agree on at least one of k + 1 pieces of their field (pigeonhole).
// There is one round for each piece. In it, a table addressed by the piece itself (some bits of it) remembers
// the last fingerprint with that piece: no hash, no sort, no clearing. Few fingerprints meet another one
// there. Their numbers go to a list, without a branch that could be mispredicted. Only they get links to
// earlier fingerprints and are verified by popcount, again from list to list without such a branch.
//
// A pair is reported in the first round in which it agrees. Equal fingerprints agree in the first round, so
// that round also drops copies. A bucket crafted to have long chains is given up after a fixed number of
// candidates per fingerprint. No state except the scratch memory; thread-safe with one scratch per thread.
#ifndef HWY_COMPILE_ALL_ATTAINABLE
#define HWY_COMPILE_ALL_ATTAINABLE  // keeps the plain target, for NEARDUP_SIMD=scalar
#endif

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "neardup/simd/hamming_kernels.h"
#include "neardup/simd/scalar_choice.h"
#include "neardup/simd/word_bits.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "neardup/simd/table_kernels.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace neardup::internal::simd::HWY_NAMESPACE {
namespace {

constexpr std::uint64_t kCandidatesPerWord = 64;

/// The bits that address the table in one round: one range of bits, or two.
struct Key {
  int shift = 0;
  std::uint64_t mask = 0;
  int second_shift = 0;
  std::uint64_t second_mask = 0;  // already shifted into place above the first range
};

HWY_INLINE std::uint64_t ones(int bits) { return (std::uint64_t{1} << bits) - 1; }

template <typename Word>
HWY_INLINE std::size_t address(const Word& word, Key key) {
  return static_cast<std::size_t>((bits_from(word, key.shift) & key.mask) |
                                  (bits_from(word, key.second_shift) & key.second_mask));
}

/// Chooses which bits each round compares, so that fingerprints within k bits agree on the key of at
/// least one round. Ordinary buckets: the field in k + 1 pieces, at least one of which is equal. Where
/// that would give long chains: the field in 2k + 1 pieces, at least k + 1 of which are equal. Put three
/// of the pieces into one group and the others into k - 1 groups of two. Two of the equal pieces are then
/// in the same group, since there are only k groups, so it is enough to compare the pairs within the
/// groups. That takes k + 2 rounds, one more, for keys that are 2 (k + 1) / (2k + 1) times as long.
class Keys {
 public:
  HWY_INLINE Keys(int max_distance, int field_bits, std::size_t bucket_size)
      : max_distance_(max_distance),
        field_bits_(field_bits),
        bits_(bucket_size > kManyWords ? TableScratch::kHeadBits : kFewHeadBits),
        in_pairs_(max_distance > 0 && bucket_size > kManyWords && field_bits / (max_distance + 1) < bits_) {}

  HWY_INLINE int rounds() const { return max_distance_ + (in_pairs_ ? 2 : 1); }

  HWY_INLINE Key operator[](int round) const {
    if (!in_pairs_) return run(piece_begin(round), piece_begin(round + 1));
    if (round < 2) return run(piece_begin(round), piece_begin(round + 2));              // 0 and 1, 1 and 2
    if (round > 2) return run(piece_begin(2 * round - 3), piece_begin(2 * round - 1));  // 3 and 4, ...
    return first_and_third();
  }

 private:
  static constexpr std::size_t kManyWords = 8192;
  static constexpr int kFewHeadBits = 12;  // 8 KiB: the table and a bucket fit into the L1 cache together

  HWY_INLINE int piece_begin(int piece) const {
    return field_bits_ * piece / (in_pairs_ ? 2 * max_distance_ + 1 : max_distance_ + 1);
  }
  HWY_INLINE Key run(int begin, int end) const { return {begin, ones(std::min(end - begin, bits_)), 0, 0}; }
  HWY_INLINE Key first_and_third() const {
    const int low = std::min(piece_begin(1), bits_);
    const int high = std::min(piece_begin(3) - piece_begin(2), bits_ - low);
    return {0, ones(low), piece_begin(2) - low, ones(high) << low};
  }

  int max_distance_;
  int field_bits_;
  int bits_;
  bool in_pairs_;
};

/// Runs the rounds over one bucket, one for each key.
template <typename Word>
class Rounds {
 public:
  HWY_INLINE Rounds(const PairRule<Word>& rule, TableScratch& scratch, std::size_t size,
                    FoundValues<Word>& found)
      : rule_(rule),
        scratch_(scratch),
        found_(found),
        keys_(rule.max_distance, rule.field_bits, size),
        budget_(size * kCandidatesPerWord + 1024) {}

  HWY_INLINE int count() const { return keys_.rounds(); }

  /// Compares every fingerprint with those before it.
  HWY_INLINE void join(const Word* words, std::size_t size, int round) {
    begin_round(size, round);
    const std::size_t met = meet<true>(words, 0, size, 0);
    link(met);
    walk(words, 0, met, [](std::uint32_t) { return false; });
    clear_links(size);
  }

  /// Runs the first round of join, where copies meet too. Moves the copies out of the way and returns how
  /// many fingerprints remain. Does not report pairs of a copy, because they are the pairs of its original.
  HWY_INLINE std::size_t join_and_drop_copies(Word* words, std::size_t size) {
    begin_round(size, 0);
    const std::size_t met = meet<true>(words, 0, size, 0);
    link(met);
    scratch_.reported.clear();
    scratch_.copies.clear();
    const std::size_t pairs_before = found_.pairs.size();
    walk(words, 0, met, [&](std::uint32_t word) {
      scratch_.is_copy[word] = 1;
      scratch_.copies.push_back(word);
      return true;
    });
    clear_links(size);
    return scratch_.copies.empty() ? size : drop_copies(words, size, pairs_before);
  }

  /// Compares every fingerprint from `split` on with those before `split`.
  HWY_INLINE void cross(const Word* words, std::size_t split, std::size_t size, int round) {
    begin_round(split, round);
    const std::size_t linked = meet<true>(words, 0, split, 0);
    link(linked);
    const std::size_t met = meet<false>(words, split, size, linked);
    walk(words, linked, met, [](std::uint32_t) { return false; });
    clear_links(split);
  }

  HWY_INLINE bool over_budget() const { return candidates_ > budget_; }
  HWY_INLINE std::uint64_t candidates() const { return candidates_; }

 private:
  HWY_INLINE void begin_round(std::size_t size, int round) {
    if (scratch_.base + size > TableScratch::kMaxEntry) {
      scratch_.heads.fill(0);
      scratch_.base = 1;
    }
    base_ = static_cast<std::uint32_t>(scratch_.base);
    scratch_.base += size;
    round_ = round;
    key_ = keys_[round];
  }

  /// Looks up the fingerprints [begin, end) and, with `kStore`, leaves them in the table. Lists
  /// those that find another fingerprint from position `listed` on, as (entry found, own number).
  /// Returns the end of the list.
  template <bool kStore>
  HWY_INLINE std::size_t meet(const Word* words, std::size_t begin, std::size_t end, std::size_t listed) {
    const Key key = key_;
    if (key.second_mask != 0) {
      return meet_at<kStore>(words, begin, end, listed,
                             [key](const Word& word) { return address(word, key); });
    }
    return meet_at<kStore>(words, begin, end, listed, [key](const Word& word) {
      return static_cast<std::size_t>(bits_from(word, key.shift) & key.mask);
    });
  }

  template <bool kStore, typename Address>
  HWY_INLINE std::size_t meet_at(const Word* words, std::size_t begin, std::size_t end, std::size_t listed,
                                 const Address& address_of) {
    std::uint16_t* heads = scratch_.heads.data();
    std::uint32_t* met = scratch_.met.data();
    const std::uint32_t base = base_;
    for (std::size_t i = begin; i < end; ++i) {
      std::uint16_t& head = heads[address_of(words[i])];
      const std::uint32_t entry = head;
      if constexpr (kStore) head = static_cast<std::uint16_t>(base + i);
      met[listed] = (entry << 16) | static_cast<std::uint32_t>(i);
      listed += entry >= base ? 1 : 0;
    }
    return listed;
  }

  /// Links the listed fingerprints to what they found. Between rounds all links are 0.
  HWY_INLINE void link(std::size_t met) {
    for (std::size_t i = 0; i < met; ++i) {
      scratch_.links[scratch_.met[i] & 0xFFFF] = static_cast<std::uint16_t>(scratch_.met[i] >> 16);
    }
  }
  HWY_INLINE void clear_links(std::size_t size) { std::fill_n(scratch_.links.begin(), size, 0); }

  /// Compares the listed fingerprints with their chains, advancing all chains by one step at a time: where
  /// a chain ends is as good as random, and a branch on it would be mispredicted for every fingerprint.
  /// Calls `take_equal(word)` for equal fingerprints; if that returns true, they are not a pair.
  template <typename TakeEqual>
  HWY_INLINE void walk(const Word* words, std::size_t begin, std::size_t end, const TakeEqual& take_equal) {
    std::uint32_t* met = scratch_.met.data();
    const std::uint16_t* links = scratch_.links.data();
    const std::uint32_t base = base_;
    const int max_distance = rule_.max_distance;
    while (begin != end && !over_budget()) {
      candidates_ += end - begin;
      std::size_t kept = begin;
      for (std::size_t i = begin; i < end; ++i) {
        const std::uint32_t word = met[i] & 0xFFFF;
        const std::uint32_t other = (met[i] >> 16) - base;
        const Word difference = bit_xor(words[word], words[other]);
        std::uint32_t next = links[other];
        if (HWY_UNLIKELY(bits_set(difference) <= max_distance)) {
          if (difference == Word{} && take_equal(word)) {
            next = 0;  // the rest of the chain belongs to the original of this copy
          } else {
            report(words, other, word);
          }
        }
        met[kept] = (next << 16) | word;
        kept += next != 0 ? 1 : 0;
      }
      end = kept;
    }
  }

  HWY_NOINLINE void report(const Word* words, std::uint32_t first, std::uint32_t second) {
    const Word difference = bit_xor(words[first], words[second]);
    for (int i = 0; i < round_; ++i) {
      if (address(difference, keys_[i]) == 0) return;
    }
    for (const EarlierBlock<Word>& block : rule_.earlier) {
      if (bits_set(bit_and(difference, block.mask)) <= block.radius) return;
    }
    found_.pairs.push_back({words[first], words[second]});
    if (round_ == 0) scratch_.reported.emplace_back(first, second);
  }

  /// Closes the gaps that copies leave, and takes back the pairs reported for copies since `pairs_before`.
  HWY_NOINLINE std::size_t drop_copies(Word* words, std::size_t size, std::size_t pairs_before) {
    std::uint8_t* is_copy = scratch_.is_copy.data();
    std::size_t pairs = pairs_before;
    for (const auto& [first, second] : scratch_.reported) {
      if (is_copy[first] == 0 && is_copy[second] == 0) found_.pairs[pairs++] = {words[first], words[second]};
    }
    found_.pairs.resize(pairs);
    std::vector<std::uint32_t>& copies = scratch_.copies;  // few, so what lies between them moves as a whole
    std::sort(copies.begin(), copies.end());
    copies.push_back(static_cast<std::uint32_t>(size));
    std::size_t kept = copies.front();
    for (std::size_t i = 0; i + 1 < copies.size(); ++i) {
      found_.copies.push_back(words[copies[i]]);
      is_copy[copies[i]] = 0;
      std::copy(words + copies[i] + 1, words + copies[i + 1], words + kept);
      kept += copies[i + 1] - copies[i] - 1;
    }
    return kept;
  }

  const PairRule<Word>& rule_;
  TableScratch& scratch_;
  FoundValues<Word>& found_;
  Keys keys_;
  std::uint64_t budget_;
  std::uint64_t candidates_ = 0;
  std::uint32_t base_ = 0;
  int round_ = 0;
  Key key_{};
};

template <typename Word>
HWY_INLINE TableOutcome join_bucket(Word* words, std::size_t size, const PairRule<Word>& rule,
                                    TableScratch& scratch, FoundValues<Word>& found) {
  const std::size_t pairs_before = found.pairs.size();
  Rounds<Word> rounds(rule, scratch, size, found);
  size = rounds.join_and_drop_copies(words, size);
  for (int round = 1; round < rounds.count() && !rounds.over_budget(); ++round) {
    rounds.join(words, size, round);
  }
  found.candidates += rounds.candidates();
  if (rounds.over_budget()) found.pairs.resize(pairs_before);
  return {size, !rounds.over_budget()};
}

template <typename Word>
HWY_INLINE bool cross_bucket(std::span<const Word> words, std::size_t split, const PairRule<Word>& rule,
                             TableScratch& scratch, FoundValues<Word>& found) {
  const std::size_t pairs_before = found.pairs.size();
  Rounds<Word> rounds(rule, scratch, words.size(), found);
  for (int round = 0; round < rounds.count() && !rounds.over_budget(); ++round) {
    rounds.cross(words.data(), split, words.size(), round);
  }
  found.candidates += rounds.candidates();
  if (rounds.over_budget()) found.pairs.resize(pairs_before);
  return !rounds.over_budget();
}

TableOutcome join_64(std::uint64_t* words, std::size_t size, const PairRule<std::uint64_t>& rule,
                     TableScratch& scratch, FoundValues<std::uint64_t>& found) {
  return join_bucket(words, size, rule, scratch, found);
}
TableOutcome join_128(Bits128* words, std::size_t size, const PairRule<Bits128>& rule, TableScratch& scratch,
                      FoundValues<Bits128>& found) {
  return join_bucket(words, size, rule, scratch, found);
}
bool cross_64(std::span<const std::uint64_t> words, std::size_t split, const PairRule<std::uint64_t>& rule,
              TableScratch& scratch, FoundValues<std::uint64_t>& found) {
  return cross_bucket(words, split, rule, scratch, found);
}
bool cross_128(std::span<const Bits128> words, std::size_t split, const PairRule<Bits128>& rule,
               TableScratch& scratch, FoundValues<Bits128>& found) {
  return cross_bucket(words, split, rule, scratch, found);
}

template <typename Word>
HWY_INLINE void measure(std::span<const ValuePair<Word>> pairs, std::uint8_t* distances) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    distances[i] = static_cast<std::uint8_t>(bits_set(bit_xor(pairs[i].first, pairs[i].second)));
  }
}
void distances_64(std::span<const ValuePair<std::uint64_t>> pairs, std::uint8_t* distances) {
  measure(pairs, distances);
}
void distances_128(std::span<const ValuePair<Bits128>> pairs, std::uint8_t* distances) {
  measure(pairs, distances);
}

}  // namespace
}  // namespace neardup::internal::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace neardup::internal::simd {

namespace {
HWY_EXPORT(join_64);
HWY_EXPORT(join_128);
HWY_EXPORT(cross_64);
HWY_EXPORT(cross_128);
HWY_EXPORT(distances_64);
HWY_EXPORT(distances_128);
}  // namespace

TableOutcome join_by_tables(std::span<std::uint64_t> words, const PairRule<std::uint64_t>& rule,
                            TableScratch& scratch, FoundValues<std::uint64_t>& found) {
  assert(words.size() <= kMaxTableWords && rule.field_bits > rule.max_distance);
  return NEARDUP_DISPATCH(join_64)(words.data(), words.size(), rule, scratch, found);
}

TableOutcome join_by_tables(std::span<Bits128> words, const PairRule<Bits128>& rule, TableScratch& scratch,
                            FoundValues<Bits128>& found) {
  assert(words.size() <= kMaxTableWords && rule.field_bits > rule.max_distance);
  return NEARDUP_DISPATCH(join_128)(words.data(), words.size(), rule, scratch, found);
}

bool cross_by_tables(std::span<const std::uint64_t> words, std::size_t split,
                     const PairRule<std::uint64_t>& rule, TableScratch& scratch,
                     FoundValues<std::uint64_t>& found) {
  assert(split <= kMaxTableWords && rule.field_bits > rule.max_distance);
  return NEARDUP_DISPATCH(cross_64)(words, split, rule, scratch, found);
}

bool cross_by_tables(std::span<const Bits128> words, std::size_t split, const PairRule<Bits128>& rule,
                     TableScratch& scratch, FoundValues<Bits128>& found) {
  assert(split <= kMaxTableWords && rule.field_bits > rule.max_distance);
  return NEARDUP_DISPATCH(cross_128)(words, split, rule, scratch, found);
}

void pair_distances(std::span<const ValuePair<std::uint64_t>> pairs,
                    std::span<std::uint8_t> distances) noexcept {
  assert(pairs.size() == distances.size());
  NEARDUP_DISPATCH(distances_64)(pairs, distances.data());
}

void pair_distances(std::span<const ValuePair<Bits128>> pairs, std::span<std::uint8_t> distances) noexcept {
  assert(pairs.size() == distances.size());
  NEARDUP_DISPATCH(distances_128)(pairs, distances.data());
}

}  // namespace neardup::internal::simd
#endif  // HWY_ONCE
