// The rare ends of shingle sets, as postings: what the prefix filter looks documents up by.
//
// Two sets that share enough must share one of their few rarest shingles: a set of n shingles of which m must
// be common can miss at most n - m, so among its n - m + 1 rarest one is common. Documents are ranked by
// size; a pair is found by its larger document, so the smaller one is indexed by an even shorter prefix.
// Shingles that occur in one document only are counted but not stored.
//
// Bayardo, Ma, Srikant, "Scaling up all pairs similarity search"; Xiao, Wang, Lin, Yu, "Efficient similarity
// joins for near-duplicate detection".
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "neardup/fingerprint/sketch_table.h"
#include "neardup/join/join_control.h"
#include "neardup/join/shingle_source.h"

namespace neardup {

/// A shingle in the prefix of the document of this rank, at this place in the order from rare to frequent.
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
  /// Fetches every set twice. Memory: 16 bytes for each stored shingle of a prefix, and once more for those
  /// that are indexed; 8 bytes a document; while it is made, ShingleCounts.
  PrefixIndex(std::span<const std::uint32_t> documents, const PrefixInput& input, JoinControl& control);

  [[nodiscard]] std::size_t size() const noexcept { return documents_.size(); }
  /// By rank: ascending sizes, equal ones in the order of their ordinals.
  [[nodiscard]] std::uint32_t document(std::size_t rank) const noexcept { return documents_[rank]; }
  [[nodiscard]] std::uint32_t shingles(std::size_t rank) const noexcept { return sizes_[rank]; }
  /// The first rank whose size can be similar enough to that of `rank`.
  [[nodiscard]] std::uint32_t least_rank(std::size_t rank) const noexcept;

  /// The prefix of a rank with which it asks, rare to frequent.
  [[nodiscard]] std::span<const Posting> questions(std::size_t rank) const noexcept;
  /// Indexed postings of the shingle from `least_rank` to below `rank`, ascending by rank.
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
  std::vector<std::vector<Posting>> questions_;  // by chunk of ranks; by rank, then position
  std::vector<std::uint32_t> question_ends_;     // by rank: inside its chunk
  std::vector<Posting> postings_;                // sorted
  std::vector<std::size_t> directory_;           // by leading bits of the shingle: where its postings begin
  int directory_shift_ = 63;
};

}  // namespace neardup
