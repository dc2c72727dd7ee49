// The options of a fingerprint join, and the statistics it reports.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace neardup {

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

/// Throws Error if no join supports this distance for fingerprints of `bits` bits.
void check_join_distance(int bits, int max_distance);

struct JoinStats {
  std::uint64_t candidates = 0;         // pairs of fingerprints whose distance was computed
  std::uint64_t value_pairs = 0;        // pairs of different fingerprints within the distance
  std::uint64_t copies = 0;             // documents with the same fingerprint as an earlier document
  std::uint64_t oversized_buckets = 0;  // buckets that had to be split on further bits or scanned
  bool stopped = false;
  bool overflowed = false;  // there are more than max_pairs pairs
  std::string plan = {};    // the plan in one line
};

}  // namespace neardup
