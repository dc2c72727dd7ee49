// Finds all pairs of near-duplicates of a collection under its rule (collection/rule.h).
//
// If the collection has compartments, both documents of a pair are in the same one. Documents with
// the same content are always a pair, whatever the rule says. Documents that the rule cannot judge
// (too short for a fingerprint, or without any token) are paired only with exact copies of
// themselves.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "neardup/collection/collection.h"
#include "neardup/join/compact_pairs.h"
#include "neardup/join/containment/containment_join.h"
#include "neardup/join/dense_join.h"
#include "neardup/join/document_pair.h"
#include "neardup/join/hamming_join.h"
#include "neardup/join/pair_stream.h"
#include "neardup/join/split_copies.h"
#include "neardup/join/star_search.h"

namespace neardup::internal {

/// Says how many pairs may be held in memory. The pairs of dense clusters that are left out can still
/// be listed (DocumentPairs::for_each) or searched (star_search, dense_join).
struct PairScope {
  enum class Bound {
    none,      // holds all pairs
    listing,   // holds all pairs up to `max_pairs`
    documents  // holds no more pairs than documents, about: for linkage, which needs no more
  };
  Bound bound = Bound::none;
  /// 0: 2^22 for a listing, else half the number of documents plus 65,536.
  std::uint64_t max_pairs = 0;
};

/// Callbacks for progress, called on the calling thread with the share of the work done, ascending.
struct PairProgress {
  std::function<void(double)> join = {};
  std::function<void(double)> check = {};  // of the candidates, where texts are compared
};

/// Returns true if the rule sees no difference between the two documents, so that every pair of the
/// first is also a pair of the second. Returns false for exact copies that the rule tells apart
/// (split_copies.h): a document like one of them need not be like the other. REQUIRES: a pair
/// listed under EqualPairs::star
[[nodiscard]] bool is_copy(const Collection& collection, const DocumentPair& pair);

struct PairOptions {
  int threads = 0;  // 0: one per core
  PairScope scope = {};
  PairProgress progress = {};
  /// Polled often; a stopped search finds no pairs, and nothing more can be asked of its answer.
  std::stop_token stop = {};
};

class DocumentPairs {
 public:
  /// Returns those of the pairs that a stricter threshold of the same rule finds, as far as the search for the
  /// looser one shows them: at least as large a share as a new search would. Reads nothing.
  /// REQUIRES: the rule is AtLeastSimilar or WithinDistance, and `rule` is of the same kind and not looser
  [[nodiscard]] DocumentPairs stricter(const Rule& rule) const;
  [[nodiscard]] const Rule& rule() const noexcept { return rule_; }

  /// Returns an upper bound on the number of pairs, without unfolding them; an estimate from a
  /// sample if they are not all in memory.
  [[nodiscard]] std::uint64_t count(EqualPairs equal) const;
  /// Calls `give`, on this thread, with every pair in the order (first, second). Leaves out pairs
  /// of two reference documents. Finds pairs that are not in memory a few documents at a time.
  void for_each(EqualPairs equal, const std::function<void(const DocumentPair&)>& give) const;
  /// Calls `give` with the pairs that are in memory, as for_each(EqualPairs::star) does.
  void for_each_held(const std::function<void(const DocumentPair&)>& give) const;

  /// Returns false if pairs of dense clusters are not in memory.
  [[nodiscard]] bool is_complete() const noexcept;
  /// Returns the documents that the rule Contained removes, ascending; none under other rules. Each is in one pair,
  /// with the document to keep.
  [[nodiscard]] std::vector<std::uint32_t> contained() const;
  /// Returns a search for the pairs that the join left out, for star linkage. `group_of(document)`
  /// must be equal for documents that the rule cannot tell apart. REQUIRES: !is_complete()
  [[nodiscard]] std::unique_ptr<StarSearch> star_search(
      const std::function<std::uint32_t(std::uint32_t)>& group_of, const StarSearchOptions& options) const;
  /// Returns a join for the pairs that are not in memory. `group_of(document)` must be the first of
  /// the documents that the rule cannot tell apart. REQUIRES: !is_complete()
  [[nodiscard]] std::unique_ptr<DenseJoin> dense_join(
      const std::function<std::uint32_t(std::uint32_t)>& group_of, int threads) const;

  /// Describes in one line how the pairs were found.
  [[nodiscard]] const std::string& plan() const noexcept { return plan_; }
  [[nodiscard]] std::uint64_t candidates() const noexcept;
  /// Returns the expected recall for pairs of exactly the minimum similarity; 1 for a distance.
  [[nodiscard]] double expected_recall() const noexcept;

 private:
  friend DocumentPairs find_document_pairs(const Collection& collection, const PairOptions& options);
  /// Holds monostate if no join ran: all pairs are then in copies_.
  using Found = std::variant<std::monostate, NearPairs, SimilarPairs, ContainedDocuments>;
  DocumentPairs(const Collection& collection, Found found, std::string plan, int threads);
  [[nodiscard]] bool is_within(const DocumentPair& pair) const noexcept;
  /// Merges the pairs that need no join with those of `unfold(sink)`.
  void merge_copies(EqualPairs equal,
                    const std::function<void(const std::function<void(const DocumentPair&)>&)>& unfold,
                    const std::function<void(const DocumentPair&)>& give) const;
  [[nodiscard]] std::function<bool(std::uint32_t, std::uint32_t)> pair_test(
      const std::function<std::uint32_t(std::uint32_t)>& group_of) const;
  [[nodiscard]] PairStream stream() const;
  [[nodiscard]] std::vector<GroupCopy> judged_copies() const;
  void unfold_judged(EqualPairs equal, const std::function<void(const DocumentPair&)>& sink) const;
  /// Returns the pair with the distance of its fingerprints, if both documents have one.
  [[nodiscard]] DocumentPair pair_of(std::uint32_t first, std::uint32_t second) const;
  [[nodiscard]] std::vector<DocumentPair> unfold_copies(EqualPairs equal) const;
  [[nodiscard]] bool is_split_copy(const DocumentPair& pair) const;

  const Collection* collection_;
  Rule rule_;  // that of the collection, or a stricter one
  Found found_;
  std::string plan_;
  int threads_;
  /// Groups of documents with equal signatures, and groups of exact copies that the rule cannot
  /// judge.
  std::vector<std::vector<std::uint32_t>> copies_;
  SplitCopies split_;
};

/// Finds the pairs of the collection under its rule. Throws Error.
/// REQUIRES: the collection outlives the answer
[[nodiscard]] DocumentPairs find_document_pairs(const Collection& collection,
                                                const PairOptions& options = {});

}  // namespace neardup::internal
