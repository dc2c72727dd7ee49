// The inverted index of the prefix filter: postings of the rarest shingles of each set.
//
// Two sets that share enough shingles must share one of their few rarest: if a set of n shingles
// must have m in common with another, at most n - m may be missing there, so at least one of its
// n - m + 1 rarest is common. Documents are ranked by size. The larger document of a pair finds the
// smaller one, so a document is indexed by an even shorter prefix than the one it probes with.
// Shingles that occur in only one document are counted but not stored.
//
// Papers: Bayardo, Ma, Srikant, "Scaling up all pairs similarity search"; Xiao, Wang, Lin, Yu,
// "Efficient similarity joins for near-duplicate detection".
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/join/join_control.h"
#include "neardup/join/similarity/shingle_source.h"
#include "neardup/sketch/sketch_table.h"

namespace neardup::internal {

/// A shingle in the prefix of the document with this rank. `position` is its position in the set,
/// ordered from rare to frequent.
struct Posting {
  std::uint64_t shingle = 0;
  std::uint32_t rank = 0;
  std::uint32_t position = 0;
  friend auto operator<=>(const Posting&, const Posting&) = default;
};

struct PrefixInput {
  const SketchTable& sketches;
  const ShingleSource& source;
  double min_similarity;
};

class PrefixIndex {
 public:
  /// Builds the index; fetches every set twice. Memory: 16 bytes per stored shingle of a prefix,
  /// and another 20 to 24 (posting and directory) for those that are indexed; 12 bytes per
  /// document; during construction also ShingleCounts.
  PrefixIndex(std::span<const std::uint32_t> documents, const PrefixInput& input, JoinControl& control);

  [[nodiscard]] std::size_t size() const noexcept { return documents_.size(); }
  /// Returns the document of a rank. Ranks ascend by set size, then by ordinal.
  [[nodiscard]] std::uint32_t document(std::size_t rank) const noexcept { return documents_[rank]; }
  [[nodiscard]] std::uint32_t shingles(std::size_t rank) const noexcept { return sizes_[rank]; }
  /// Returns the first rank whose set is large enough to be similar to that of `rank`.
  [[nodiscard]] std::uint32_t least_rank(std::size_t rank) const noexcept;

  /// Returns the prefix that a rank probes the index with, rare shingles first.
  [[nodiscard]] std::span<const Posting> questions(std::size_t rank) const noexcept;
  /// Returns the indexed postings of the shingle with ranks in [least_rank, rank), ascending by
  /// rank.
  [[nodiscard]] std::span<const Posting> postings(std::uint64_t shingle, std::uint32_t least_rank,
                                                  std::uint32_t rank) const noexcept;

 private:
  void rank_documents(std::span<const std::uint32_t> documents, const SketchTable& sketches);
  void take_prefixes(const PrefixInput& input, JoinControl& control);
  void build_index(JoinControl& control);
  void build_directory();

  static constexpr std::size_t kChunk = 256;  // ranks

  double min_similarity_;
  std::vector<std::uint32_t> documents_;         // by rank
  std::vector<std::uint32_t> sizes_;             // by rank
  std::vector<std::vector<Posting>> questions_;  // [chunk of ranks], each ordered by rank, then position
  std::vector<std::uint32_t> question_ends_;     // by rank: where its prefix ends in its chunk
  std::vector<Posting> postings_;                // sorted
  std::vector<std::size_t> directory_;           // by leading bits of the shingle: where its postings begin
  int directory_shift_ = 63;
};

}  // namespace neardup::internal
