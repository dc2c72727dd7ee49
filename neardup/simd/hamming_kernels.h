// Finds all pairs of near fingerprints inside one bucket, in cache: with small tables if the radius
// is small, with a bit-sliced scan otherwise. Both are exact. A join meets a pair in several
// buckets; to report it once, the pair belongs to the first block (and, inside a bucket, to the
// first round) that it matches, which follows from the XOR of the two fingerprints alone. Every
// target gives the same pairs, in an order of its own. Private: not installed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "neardup/util/bits128.h"

namespace neardup::internal::simd {

template <typename Word>
struct ValuePair {
  Word first;
  Word second;
};

/// A block of bits that was already joined: a pair that differs in at most `radius` of them was
/// reported there.
template <typename Word>
struct EarlierBlock {
  Word mask{};
  int radius = 0;
};

/// Says which pairs of a bucket to report.
template <typename Word>
struct PairRule {
  int max_distance = 0;
  int field_bits = 0;  // only the lowest field_bits bits can differ inside the bucket
  std::span<const EarlierBlock<Word>> earlier;
};

/// What the buckets report, in no particular order.
template <typename Word>
struct FoundValues {
  std::vector<ValuePair<Word>> pairs;  // pairs of different values, each once
  std::vector<Word> copies;            // values that occur more than once, perhaps repeatedly
  std::uint64_t candidates = 0;        // pairs whose distance was computed
  /// Above this number of pairs a scan stops, because the caller gives up.
  std::uint64_t max_pairs = std::numeric_limits<std::uint64_t>::max();

  [[nodiscard]] bool is_full() const noexcept { return pairs.size() > max_pairs; }
};

/// The largest bucket for tables: they number fingerprints with 16 bits.
constexpr std::size_t kMaxTableWords = 32'000;

/// Reusable memory of the tables. A head is the number of a fingerprint plus `base`. A head below `base` is
/// left over from an earlier round and counts as empty, so the table need not be cleared for every round.
struct TableScratch {
  static constexpr int kHeadBits = 14;
  static constexpr std::size_t kMaxEntry = 65'535;
  std::array<std::uint16_t, std::size_t{1} << kHeadBits> heads{};
  // For each fingerprint, the head of an earlier one with the same piece; 0: none.
  std::array<std::uint16_t, kMaxTableWords> links{};
  // The fingerprints that found another one, and which one they found.
  std::array<std::uint32_t, kMaxTableWords + 1> met{};
  std::array<std::uint8_t, kMaxTableWords> is_copy{};  // all 0 between rounds
  std::vector<std::uint32_t> copies;                   // the numbers of the copies
  // The pairs that the first round reported, by number.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> reported;
  std::size_t base = 1;
};

struct TableOutcome {
  std::size_t size = 0;   // fingerprints that remain after dropping copies
  bool finished = false;  // false: too many candidates, only copies were reported; scan instead
};

/// Reports the near pairs of a bucket and drops duplicate fingerprints from `words`.
/// REQUIRES: at most kMaxTableWords words, field_bits > max_distance
TableOutcome join_by_tables(std::span<std::uint64_t> words, const PairRule<std::uint64_t>& rule,
                            TableScratch& scratch, FoundValues<std::uint64_t>& found);
TableOutcome join_by_tables(std::span<Bits128> words, const PairRule<Bits128>& rule, TableScratch& scratch,
                            FoundValues<Bits128>& found);

/// Reports the near pairs between words[0, split) and the rest, equal fingerprints included.
/// Returns false, and reports nothing, if there are too many candidates.
/// REQUIRES: at most kMaxTableWords words, field_bits > max_distance, no duplicates within one side
bool cross_by_tables(std::span<const std::uint64_t> words, std::size_t split,
                     const PairRule<std::uint64_t>& rule, TableScratch& scratch,
                     FoundValues<std::uint64_t>& found);
bool cross_by_tables(std::span<const Bits128> words, std::size_t split, const PairRule<Bits128>& rule,
                     TableScratch& scratch, FoundValues<Bits128>& found);

/// The targets, the queries to compare with each of them, and whether to compare the targets with each other.
template <typename Word>
struct ScanTask {
  std::span<const Word> targets;
  std::span<const std::span<const Word>> queries;
  bool among_targets = false;
};

/// Reports the near pairs as (target, query), or as (earlier target, later target). Equal
/// fingerprints are pairs too.
void scan(const ScanTask<std::uint64_t>& task, const PairRule<std::uint64_t>& rule,
          FoundValues<std::uint64_t>& found);
void scan(const ScanTask<Bits128>& task, const PairRule<Bits128>& rule, FoundValues<Bits128>& found);

/// Writes the distance of each pair.
/// REQUIRES: equal sizes
void pair_distances(std::span<const ValuePair<std::uint64_t>> pairs,
                    std::span<std::uint8_t> distances) noexcept;
void pair_distances(std::span<const ValuePair<Bits128>> pairs, std::span<std::uint8_t> distances) noexcept;

}  // namespace neardup::internal::simd
