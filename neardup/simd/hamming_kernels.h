// All pairs of near fingerprints inside one bucket, found in cache: by small tables when the radius is small,
// by a bit-sliced scan otherwise. Both are exact. A join visits a pair in several buckets; so that it is
// reported once, it belongs to the first block (and inside a bucket to the first round) that it matches,
// which any place can tell from the difference of the two words alone. Every target gives the same pairs, in
// an order of its own. Private: not installed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "neardup/fingerprint/bits128.h"

namespace neardup::simd {

template <typename Word>
struct ValuePair {
  Word first;
  Word second;
};

/// Bits by which pairs were already joined: a pair that differs in at most `radius` of them was reported
/// there.
template <typename Word>
struct EarlierBlock {
  Word mask{};
  int radius = 0;
};

/// Which pairs of a bucket are wanted.
template <typename Word>
struct PairRule {
  int max_distance = 0;
  int field_bits = 0;  // only the lowest so many bits can differ inside the bucket
  std::span<const EarlierBlock<Word>> earlier;
};

/// What buckets report, in no particular order.
template <typename Word>
struct FoundValues {
  std::vector<ValuePair<Word>> pairs;  // different values, each pair once
  std::vector<Word> copies;            // values met more than once, perhaps repeatedly
  std::uint64_t candidates = 0;        // pairs whose distance was computed
  /// Above this number a scan comes to an end: the caller gives up.
  std::uint64_t max_pairs = std::numeric_limits<std::uint64_t>::max();

  [[nodiscard]] bool is_full() const noexcept { return pairs.size() > max_pairs; }
};

/// Buckets of more words are not for tables: the numbers of words have 16 bits there.
constexpr std::size_t kMaxTableWords = 32'000;

/// Reusable memory of the tables. A head is the number of a word plus `base`; one below `base` is from an
/// earlier round and counts as empty, so that the table need not be cleared for every round.
struct TableScratch {
  static constexpr int kHeadBits = 14;
  static constexpr std::size_t kMaxEntry = 65'535;
  std::array<std::uint16_t, std::size_t{1} << kHeadBits> heads{};
  std::array<std::uint16_t, kMaxTableWords> links{};  // earlier word with the same piece, as a head; 0: none
  std::array<std::uint32_t, kMaxTableWords + 1> met{};            // words that found another one, and which
  std::array<std::uint8_t, kMaxTableWords> is_copy{};             // all 0 between the rounds
  std::vector<std::uint32_t> copies;                              // the words that are
  std::vector<std::pair<std::uint32_t, std::uint32_t>> reported;  // the pairs of the first round, by number
  std::size_t base = 1;
};

struct TableOutcome {
  std::size_t size = 0;   // words that remain, copies dropped
  bool finished = false;  // false: too many candidates, nothing was reported but copies; scan instead
};

/// Reports the near pairs of a bucket, and drops words that are there twice.
/// REQUIRES: at most kMaxTableWords words, field_bits > max_distance
TableOutcome join_by_tables(std::span<std::uint64_t> words, const PairRule<std::uint64_t>& rule,
                            TableScratch& scratch, FoundValues<std::uint64_t>& found);
TableOutcome join_by_tables(std::span<Bits128> words, const PairRule<Bits128>& rule, TableScratch& scratch,
                            FoundValues<Bits128>& found);

/// The same between words[0, split) and the rest, equal words included; false: too many candidates, nothing
/// reported. REQUIRES: as above, no word twice on one side
bool cross_by_tables(std::span<const std::uint64_t> words, std::size_t split,
                     const PairRule<std::uint64_t>& rule, TableScratch& scratch,
                     FoundValues<std::uint64_t>& found);
bool cross_by_tables(std::span<const Bits128> words, std::size_t split, const PairRule<Bits128>& rule,
                     TableScratch& scratch, FoundValues<Bits128>& found);

/// Targets, the queries that are compared with each of them, and whether the targets are compared with each
/// other.
template <typename Word>
struct ScanTask {
  std::span<const Word> targets;
  std::span<const std::span<const Word>> queries;
  bool among_targets = false;
};

/// Reports the near pairs as (target, query), or (earlier, later target). Equal words are pairs too.
void scan(const ScanTask<std::uint64_t>& task, const PairRule<std::uint64_t>& rule,
          FoundValues<std::uint64_t>& found);
void scan(const ScanTask<Bits128>& task, const PairRule<Bits128>& rule, FoundValues<Bits128>& found);

/// The distance of each pair.
void pair_distances(std::span<const ValuePair<std::uint64_t>> pairs,
                    std::span<std::uint8_t> distances) noexcept;
void pair_distances(std::span<const ValuePair<Bits128>> pairs, std::span<std::uint8_t> distances) noexcept;

}  // namespace neardup::simd
