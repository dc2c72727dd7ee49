// What a caller can say about a join, and what a join says about itself.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace neardup {

/// How documents with equal fingerprints are reported.
enum class EqualPairs {
  star,  // only the first document of each group of equal fingerprints has near pairs; every other one has
         // the pair (first of its group, itself, 0). A group of a million copies costs a million lines.
  all,   // every pair of documents
};

enum class JoinMethod {
  automatic,  // by the estimated cost
  tables,     // blocks must be equal; tables of pieces inside the buckets: small distances
  scan,       // blocks may differ in some bits; buckets are compared completely: large distances, small sets
};

struct JoinOptions {
  int max_distance = 3;                 // 0..16 for 64 bits, 0..32 for 128
  int threads = 0;                      // 0: one for each core
  EqualPairs equal = EqualPairs::star;  // ignored where the answer offers both
  JoinMethod method = JoinMethod::automatic;
  int blocks = 0;  // 0: by the estimated cost
  /// The most pairs of different fingerprints that the join may hold; 0: any number. When there are more it
  /// gives up and says so (JoinStats::overflowed): its answer has the equal fingerprints only.
  std::uint64_t max_pairs = 0;
  std::function<void(double)> progress =
      {};                     // called by the calling thread with rising shares of the work, 1 last
  std::stop_token stop = {};  // asked often; a stopped join has no pairs
};

/// Throws Error when no join finds pairs up to this distance of fingerprints of so many bits.
void check_join_distance(int bits, int max_distance);

struct JoinStats {
  std::uint64_t candidates = 0;         // pairs of fingerprints whose distance was computed
  std::uint64_t value_pairs = 0;        // pairs of different fingerprints within the distance
  std::uint64_t copies = 0;             // documents whose fingerprint an earlier document has
  std::uint64_t oversized_buckets = 0;  // buckets that had to be split on further bits
  bool stopped = false;
  bool overflowed = false;  // there are more than max_pairs
  std::string plan = {};    // one line
};

}  // namespace neardup
