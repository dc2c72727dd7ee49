// Finds all pairs of near fingerprints, exactly: every pair within the distance, each once.
//
//   self_join    pairs (first, second) of one set, first < second
//   cross_join   pairs of a new and a reference fingerprint: which documents of a delivery does the archive have?
//
// The answer depends only on the fingerprints and the distance, not on the number of threads, the
// plan or the machine. Pairs are ordered by (first, second).
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "neardup/fingerprint/fingerprint.h"
#include "neardup/util/bits128.h"

namespace neardup {

/// Two documents, by their ordinals (positions in the input), whose fingerprints differ in
/// `distance` bits. In a self join first < second; in a cross join `first` is an ordinal of the new
/// set and `second` one of the reference set.
struct NearPair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  int distance = 0;
  friend auto operator<=>(const NearPair&, const NearPair&) = default;
};

/// Says how a join reports documents with equal fingerprints.
enum class EqualPairs {
  /// Only the first document of each group of equal fingerprints has near pairs; every other
  /// document of the group has the pair (first of its group, itself, 0). A group of a million
  /// copies costs a million lines.
  star,
  /// Every pair of documents.
  all,
};

enum class JoinMethod {
  /// Chooses by the estimated cost.
  automatic,
  /// Requires one block to be equal and uses hash tables of pieces inside the buckets: for small
  /// distances.
  tables,
  /// Lets blocks differ in some bits and compares buckets completely: for large distances or small
  /// sets.
  scan,
};

struct JoinOptions {
  int max_distance = 3;                 // 0..16 for 64 bits, 0..32 for 128
  int threads = 0;                      // 0: one per core
  EqualPairs equal = EqualPairs::star;  // ignored where the answer offers both
  JoinMethod method = JoinMethod::automatic;
  int blocks = 0;  // 0: by the estimated cost
  /// The most pairs of different fingerprints that the join may hold; 0: any number. If there are
  /// more, the join gives up and sets JoinStats::overflowed: a self join then returns only pairs of
  /// equal fingerprints, a cross join no pairs.
  std::uint64_t max_pairs = 0;
  /// Called on the calling thread with the share of the work done, ascending; the last value is 1.
  std::function<void(double)> progress = {};
  /// Polled often; a stopped join returns no pairs.
  std::stop_token stop = {};
};

struct JoinStats {
  std::uint64_t candidates = 0;         // pairs of fingerprints whose distance was computed
  std::uint64_t value_pairs = 0;        // pairs of different fingerprints within the distance
  std::uint64_t copies = 0;             // documents with the same fingerprint as an earlier document
  std::uint64_t oversized_buckets = 0;  // buckets that had to be split on further bits or scanned
  bool stopped = false;
  bool overflowed = false;  // there are more than max_pairs pairs
  std::string plan = {};    // the plan in one line
};

struct JoinResult {
  std::vector<NearPair> pairs;  // empty if stopped
  JoinStats stats;
};

/// Returns the pairs as a list. Fingerprints must all have the same width; plain numbers of 64 or 128
/// bits, which need less memory, are fine too.
/// REQUIRES: at most 2^32 - 2 fingerprints. Throws Error for options out of range.
[[nodiscard]] JoinResult self_join(std::span<const Fingerprint> fingerprints,
                                   const JoinOptions& options = {});
[[nodiscard]] JoinResult self_join(std::span<const std::uint64_t> fingerprints,
                                   const JoinOptions& options = {});
[[nodiscard]] JoinResult self_join(std::span<const Bits128> fingerprints, const JoinOptions& options = {});

/// Calls the sink with every pair, on this thread and in the order of the pairs: for answers larger
/// than memory. Holds at most options.max_pairs pairs at a time, 2^24 unless set. Same requirements
/// and errors as above.
JoinStats self_join(std::span<const std::uint64_t> fingerprints, const JoinOptions& options,
                    const std::function<void(const NearPair&)>& sink);
JoinStats self_join(std::span<const Bits128> fingerprints, const JoinOptions& options,
                    const std::function<void(const NearPair&)>& sink);

/// Returns the pairs of two sets as (ordinal in the new set, ordinal in the reference set, distance).
/// EqualPairs::star lists every new document, but only the first of equal reference documents;
/// EqualPairs::all lists every pair. Same requirements and errors as above.
[[nodiscard]] JoinResult cross_join(std::span<const Fingerprint> fingerprints,
                                    std::span<const Fingerprint> reference, const JoinOptions& options = {});
[[nodiscard]] JoinResult cross_join(std::span<const std::uint64_t> fingerprints,
                                    std::span<const std::uint64_t> reference,
                                    const JoinOptions& options = {});
[[nodiscard]] JoinResult cross_join(std::span<const Bits128> fingerprints, std::span<const Bits128> reference,
                                    const JoinOptions& options = {});

}  // namespace neardup
