// What a caller can say about a similarity join, and what the join says about itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>

namespace neardup {

struct SimilarityOptions {
  double min_similarity = 0.8;  // 0.2..1 for the exact join, 0.5..1 for the banded one
  int threads = 0;              // 0: one for each core
  /// Documents are compared only when their numbers here are equal; empty: all with all.
  std::span<const std::uint32_t> compartments = {};
  /// The first documents are the reference: they are not compared with each other.
  std::uint32_t reference_documents = 0;
  /// For candidates that wait for their check, 8 bytes each, all threads together. When it is full they are
  /// checked at once; that costs time, because sets are fetched more often, but never changes the answer.
  std::size_t candidate_bytes = std::size_t{256} << 20;
  /// True: pairs inside groups of more than a few dozen documents that look alike are left out, and the
  /// answer says which documents these are (SimilarPairs::dense). What is found is then bounded by the
  /// documents.
  bool leave_dense = false;
  std::function<void(double)> progress =
      {};  // called by the calling thread with rising shares of the work, 1 last
  std::function<void(double)> check_progress =
      {};  // the same for the last check of candidates; if given, it is no part of the work
  std::stop_token stop = {};  // asked often; a stopped join has no pairs
};

struct SimilarityStats {
  std::uint64_t candidates = 0;        // pairs whose sets were compared
  std::uint64_t copies = 0;            // documents whose shingle set an earlier document has
  std::uint64_t without_shingles = 0;  // documents that are like no other because they have no token
  std::uint64_t crowded = 0;           // documents in bands that too many share: joined exactly instead
  double expected_recall = 1;          // for pairs of exactly min_similarity; higher above it
  bool stopped = false;
  bool overflowed = false;  // there are more candidates than allowed: none was compared
};

}  // namespace neardup
