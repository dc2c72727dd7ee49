// The options of a similarity join, and the statistics it reports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>

namespace neardup::internal {

class PagedMemory;

struct SimilarityOptions {
  double min_similarity = 0.8;  // 0.2..1 for the exact join, 0.5..1 for the banded one
  int threads = 0;              // 0: one per core
  /// The compartment of each document; the join compares only documents of one compartment. Empty:
  /// all.
  std::span<const std::uint32_t> compartments = {};
  /// That many first documents are the reference: they are not compared with each other.
  std::uint32_t reference_documents = 0;
  /// Memory for whatever has an entry for each document; null: ordinary memory.
  PagedMemory* memory = nullptr;
  /// Memory for candidates waiting for their check, 8 bytes each, for all threads together. When it
  /// is full, they are checked at once; sets are then fetched more often, which costs time but
  /// never changes the answer.
  std::size_t candidate_bytes = std::size_t{256} << 20;
  /// True: leaves out pairs inside groups of more than 12 documents that look alike and reports
  /// those documents (SimilarPairs::dense), so that the number of documents bounds the number of
  /// pairs found. The exact join then reports every document with shingles as dense and finds only
  /// copies.
  bool leave_dense = false;
  /// About the most pairs of different sets to hold; 0: any number. If there are more, the join gives
  /// up, returns only copies and sets SimilarityStats::overflowed.
  std::uint64_t max_pairs = 0;
  /// Called on the calling thread with the share of the work done, ascending; the last value is 1.
  std::function<void(double)> progress = {};
  /// Called like `progress`, for the last check of candidates. If set, `progress` does not cover
  /// that check.
  std::function<void(double)> check_progress = {};
  /// Polled often; a stopped join returns no pairs.
  std::stop_token stop = {};
};

struct SimilarityStats {
  std::uint64_t candidates = 0;        // pairs whose sets were compared
  std::uint64_t copies = 0;            // documents with the same shingle set as an earlier document
  std::uint64_t without_shingles = 0;  // documents without a token, which are similar to no other
  std::uint64_t crowded = 0;           // documents in crowded bands: joined exactly, or left to the caller
  double expected_recall = 1;          // for pairs of exactly min_similarity; higher for more similar ones
  bool stopped = false;
  bool overflowed = false;  // there are more candidates than allowed; none was compared
};

}  // namespace neardup::internal
