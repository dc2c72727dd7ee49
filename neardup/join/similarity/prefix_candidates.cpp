#include "neardup/join/similarity/prefix_candidates.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "neardup/join/join_control.h"
#include "neardup/join/similarity/shingle_counts.h"
#include "neardup/join/similarity/shingle_source.h"
#include "neardup/sketch/overlap_bound.h"
#include "neardup/sketch/sketch_table.h"
#include "neardup/util/parallel.h"

namespace neardup::internal {

namespace {

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

/// A shingle in the prefix of the document with this rank. `position` is its position in the set,
/// ordered from rare to frequent.
struct Posting {
  std::uint64_t shingle = 0;
  std::uint32_t rank = 0;
  std::uint32_t position = 0;
  friend auto operator<=>(const Posting&, const Posting&) = default;
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

/// Calls work(chunk, begin, end) for chunks of ranks, on all threads.
template <typename Work>
void for_chunks(std::size_t size, std::size_t chunk_size, JoinControl& control, const Work& work) {
  run_tasks(control.threads(), (size + chunk_size - 1) / chunk_size, [&](std::size_t chunk, int thread) {
    if (control.stopped()) return;
    const std::size_t begin = chunk * chunk_size;
    const std::size_t end = std::min(size, begin + chunk_size);
    work(chunk, begin, end);
    control.advance(static_cast<double>(end - begin), thread);
  });
}

/// Takes the prefixes of sets: their rarest shingles, in order. One per thread.
class PrefixTaker {
 public:
  PrefixTaker(const ShingleCounts& counts, double min_similarity)
      : counts_(counts), min_similarity_(min_similarity) {}

  /// Appends the prefix of the set to `out`, without shingles that occur in this document only.
  void take(std::span<const std::uint64_t> set, std::uint32_t rank, std::vector<Posting>& out) {
    entries_.clear();
    for (const std::uint64_t shingle : set) entries_.push_back({counts_.count(shingle), shingle});
    const std::size_t length = set.size() - least_size(set.size(), min_similarity_) + 1;
    const auto end = entries_.begin() + static_cast<std::ptrdiff_t>(std::min(length, set.size()));
    std::ranges::nth_element(entries_, end);
    std::sort(entries_.begin(), end);
    for (auto entry = entries_.begin(); entry != end; ++entry) {
      if (entry->count == 1) continue;
      out.push_back({entry->shingle, rank, static_cast<std::uint32_t>(entry - entries_.begin())});
    }
  }

 private:
  struct Entry {
    std::uint16_t count;
    std::uint64_t shingle;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };
  const ShingleCounts& counts_;
  double min_similarity_;
  std::vector<Entry> entries_;
};

/// Returns the length of the prefix by which a document is indexed. It is no longer than the prefix
/// it probes with, because the documents that look it up are at least as large.
std::size_t indexed_length(std::size_t size, double min_similarity) {
  return size - least_overlap(size, size, min_similarity) + 1;
}

PrefixIndex::PrefixIndex(std::span<const std::uint32_t> documents, const PrefixInput& input,
                         JoinControl& control)
    : min_similarity_(input.min_similarity) {
  rank_documents(documents, input.sketches);
  take_prefixes(input, control);
  build_index(control);
  build_directory();
}

void PrefixIndex::rank_documents(std::span<const std::uint32_t> documents, const SketchTable& sketches) {
  documents_.assign(documents.begin(), documents.end());
  std::ranges::sort(documents_, {}, [&](std::uint32_t document) {
    return std::uint64_t{sketches.shingles(document)} << 32 | document;
  });
  sizes_.reserve(documents_.size());
  for (const std::uint32_t document : documents_) sizes_.push_back(sketches.shingles(document));
}

void PrefixIndex::take_prefixes(const PrefixInput& input, JoinControl& control) {
  std::uint64_t occurrences = 0;
  for (const std::uint32_t size : sizes_) occurrences += size;
  ShingleCounts counts(occurrences);
  for_chunks(size(), kChunk, control, [&](std::size_t, std::size_t begin, std::size_t end) {
    std::vector<std::uint64_t> buffer;
    for (std::size_t rank = begin; rank < end; ++rank) {
      for (const std::uint64_t shingle : input.source(documents_[rank], buffer)) counts.add(shingle);
    }
  });
  questions_.resize((size() + kChunk - 1) / kChunk);
  question_ends_.resize(size());
  for_chunks(size(), kChunk, control, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    PrefixTaker taker(counts, min_similarity_);
    std::vector<std::uint64_t> buffer;
    for (std::size_t rank = begin; rank < end; ++rank) {
      taker.take(input.source(documents_[rank], buffer), static_cast<std::uint32_t>(rank), questions_[chunk]);
      question_ends_[rank] = static_cast<std::uint32_t>(questions_[chunk].size());
    }
    questions_[chunk].shrink_to_fit();
  });
}

/// Scatters the postings by the leading byte of the shingle, then sorts the range of each byte in
/// parallel.
void PrefixIndex::build_index(JoinControl& control) {
  constexpr std::size_t kParts = 256;
  const auto is_indexed = [this](const Posting& posting) {
    return posting.position < indexed_length(sizes_[posting.rank], min_similarity_);
  };
  std::vector<std::size_t> ends(kParts, 0);
  for (const std::vector<Posting>& chunk : questions_) {
    for (const Posting& posting : chunk) ends[posting.shingle >> 56] += is_indexed(posting) ? 1 : 0;
  }
  std::size_t sum = 0;
  for (std::size_t& end : ends) sum += std::exchange(end, sum);  // begins; filling turns them into ends
  postings_.resize(sum);
  for (const std::vector<Posting>& chunk : questions_) {
    for (const Posting& posting : chunk) {
      if (is_indexed(posting)) postings_[ends[posting.shingle >> 56]++] = posting;
    }
  }
  run_tasks(control.threads(), kParts, [&](std::size_t part, int) {
    const std::size_t begin = part == 0 ? 0 : ends[part - 1];
    std::ranges::sort(std::span(postings_).subspan(begin, ends[part] - begin));
  });
}

void PrefixIndex::build_directory() {
  const int bits = std::max(1, static_cast<int>(std::bit_width(postings_.size())) - 1);
  directory_shift_ = 64 - bits;
  directory_.assign((std::size_t{1} << bits) + 1, postings_.size());
  for (std::size_t i = postings_.size(); i-- > 0;) directory_[postings_[i].shingle >> directory_shift_] = i;
  for (std::size_t i = directory_.size() - 1; i-- > 0;)
    directory_[i] = std::min(directory_[i], directory_[i + 1]);
}

std::uint32_t PrefixIndex::least_rank(std::size_t rank) const noexcept {
  const std::size_t least = least_size(sizes_[rank], min_similarity_);
  return static_cast<std::uint32_t>(std::ranges::lower_bound(sizes_, least) - sizes_.begin());
}

std::span<const Posting> PrefixIndex::questions(std::size_t rank) const noexcept {
  const std::size_t begin = rank % kChunk == 0 ? 0 : question_ends_[rank - 1];
  return std::span(questions_[rank / kChunk]).subspan(begin, question_ends_[rank] - begin);
}

std::span<const Posting> PrefixIndex::postings(std::uint64_t shingle, std::uint32_t least_rank,
                                               std::uint32_t rank) const noexcept {
  const std::size_t bucket = shingle >> directory_shift_;
  const auto bucket_begin = postings_.begin() + static_cast<std::ptrdiff_t>(directory_[bucket]);
  const auto bucket_end = postings_.begin() + static_cast<std::ptrdiff_t>(directory_[bucket + 1]);
  const auto begin = std::lower_bound(bucket_begin, bucket_end, Posting{shingle, least_rank, 0});
  const auto end = std::lower_bound(begin, bucket_end, Posting{shingle, rank, 0});
  return {begin, end};
}

/// Finds the smaller partners of documents. One per thread.
class Prober {
 public:
  Prober(const PrefixIndex& index, double min_similarity)
      : index_(index), min_similarity_(min_similarity), common_(index.size()), needed_(index.size()) {}

  /// Calls use(rank of the partner) once for each possible partner.
  template <typename Use>
  void run(std::size_t rank, const Use& use) {
    const std::uint32_t least_rank = index_.least_rank(rank);
    for (const Posting& question : index_.questions(rank)) {
      for (const Posting& posting :
           index_.postings(question.shingle, least_rank, static_cast<std::uint32_t>(rank))) {
        meet(question, posting);
      }
    }
    for (const std::uint32_t partner : met_) {
      if (common_[partner] != kRuledOut) use(partner);
      common_[partner] = 0;
    }
    met_.clear();
  }

 private:
  static constexpr std::uint32_t kRuledOut = std::numeric_limits<std::uint32_t>::max();

  /// Counts a common shingle and rules the partner out if the rest cannot suffice. Both sets are in
  /// the same order, so no shingle before the common one in one set can equal a shingle after it in
  /// the other: besides those counted so far, at most min(rest of one set, rest of the other) can
  /// be common, this one included.
  void meet(const Posting& question, const Posting& posting) {
    std::uint32_t& common = common_.data()[posting.rank];
    std::uint32_t& needed = needed_.data()[posting.rank];
    if (common == kRuledOut) return;
    const std::uint32_t asking = index_.shingles(question.rank);
    const std::uint32_t indexed = index_.shingles(posting.rank);
    if (common == 0) {
      met_.push_back(posting.rank);
      needed = static_cast<std::uint32_t>(least_overlap(asking, indexed, min_similarity_));
    }
    const std::uint32_t rest = std::min(asking - question.position, indexed - posting.position);
    common = common + rest >= needed ? common + 1 : kRuledOut;
  }

  const PrefixIndex& index_;
  double min_similarity_;
  std::vector<std::uint32_t> common_;  // by rank: common shingles of the prefixes so far, or kRuledOut
  std::vector<std::uint32_t> needed_;  // by rank: common shingles that the pair needs; set when first met
  std::vector<std::uint32_t> met_;     // ranks with a common shingle
};

}  // namespace

void find_prefix_candidates(std::span<const std::uint32_t> documents, const PrefixInput& input,
                            const PairFilter& filter, CandidateStore& store, JoinControl& control) {
  const PrefixIndex index(documents, input, control);
  constexpr std::size_t kTask = 64;  // ranks per task; few, because large documents take long
  std::vector<Prober> probers(static_cast<std::size_t>(control.threads()),
                              Prober(index, input.min_similarity));
  run_tasks(control.threads(), (index.size() + kTask - 1) / kTask, [&](std::size_t task, int thread) {
    Prober& prober = probers[static_cast<std::size_t>(thread)];
    const std::size_t end = std::min(index.size(), (task + 1) * kTask);
    for (std::size_t rank = task * kTask; rank < end && !control.stopped(); ++rank) {
      const std::uint32_t document = index.document(rank);
      prober.run(rank, [&](std::uint32_t partner) {
        const std::uint32_t other = index.document(partner);
        if (filter.allows(document, other)) store.add(document, other, thread);
      });
    }
    control.advance(kTask, thread);
  });
}

}  // namespace neardup::internal
