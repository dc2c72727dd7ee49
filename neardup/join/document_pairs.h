// Finds all pairs of duplicate documents of a collection by one rule: fingerprints within a
// distance (optionally verified by an exact measure), texts of at least a given similarity, or
// equal longest sentences.
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
#include <string>
#include <variant>
#include <vector>

#include "neardup/collection/collection.h"
#include "neardup/join/dense_join.h"
#include "neardup/join/join_options.h"
#include "neardup/join/near_pairs.h"
#include "neardup/join/pair_stream.h"
#include "neardup/join/similar_pairs.h"
#include "neardup/join/split_copies.h"
#include "neardup/join/star_search.h"
#include "neardup/join/verify/verification.h"

namespace neardup {

struct PairRule {
  int max_distance = 3;
  /// If set, the similarity of the texts decides instead of the distance.
  std::optional<double> min_similarity = {};
  /// Uses the exact join for the similarity, which misses no pair.
  bool exact = false;
  /// If set, verifies the pairs within the distance.
  std::optional<Verification> verification = {};
  /// If not 0, equal signatures of that many longest sentences decide, and nothing else.
  int sentences = 0;

  /// Returns true if the similarity ranks pairs (which match is the closest), false if the distance
  /// does.
  [[nodiscard]] bool scores_similarity() const noexcept { return min_similarity || verification; }
};

/// Describes the rule, for example "distance at most 6", "similarity at least 0.8" or "distance at
/// most 10, then edit at least 0.9 on the normalised texts".
[[nodiscard]] std::string describe(const PairRule& rule);

/// Returns the sketch plan that a collection needs for this rule; nothing if the rule uses no
/// sketches. Throws Error.
[[nodiscard]] std::optional<SketchPlan> sketch_for(const PairRule& rule);

/// Says how many pairs may be held in memory. The pairs of dense clusters that are left out can still
/// be listed (DocumentPairs::for_each) or searched (star_search, dense_join).
struct PairScope {
  enum class Bound {
    none,      // holds all pairs
    listing,   // holds all pairs up to `max_pairs`
    documents  // holds no more pairs than documents, about: for linkage, which needs no more
  };
  Bound bound = Bound::none;
  /// 0: 2^24 for a listing, else half the number of documents plus 65,536.
  std::uint64_t max_pairs = 0;
};

/// Callbacks for progress, called on the calling thread with the share of the work done, ascending.
struct PairProgress {
  std::function<void(double)> join = {};
  std::function<void(double)> check = {};  // of the candidates, where texts are compared
};

struct DocumentPair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  /// Hamming distance of the fingerprints, if both documents have one.
  std::optional<int> distance = {};
  /// The rule's similarity or its verification's score, if the texts were compared; 1 for exact
  /// copies that were found without a join.
  std::optional<double> similarity = {};
};

/// Returns true if the rule sees no difference between the two documents, so that every pair of the
/// first is also a pair of the second. Returns false for exact copies that the rule tells apart
/// (split_copies.h): a document like one of them need not be like the other. REQUIRES: a pair
/// listed under EqualPairs::star
[[nodiscard]] bool is_copy(const Collection& collection, const PairRule& rule, const DocumentPair& pair);

/// Counts the documents, without those of the reference, that are too short for the rule to judge: only exact
/// copies of them are found. REQUIRES: as for find_document_pairs()
[[nodiscard]] std::uint64_t count_too_short(const Collection& collection, const PairRule& rule);

class DocumentPairs {
 public:
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
  friend DocumentPairs find_document_pairs(const Collection& collection, const PairRule& rule, int threads,
                                           const PairProgress& progress, const PairScope& scope);
  /// Holds monostate if no join ran: all pairs are then in copies_.
  using Found = std::variant<std::monostate, NearPairs, SimilarPairs>;
  DocumentPairs(const Collection& collection, const PairRule& rule, Found found, std::string plan);
  /// Merges the pairs that need no join with those of `unfold(sink)`.
  void merge_copies(EqualPairs equal,
                    const std::function<void(const std::function<void(const DocumentPair&)>&)>& unfold,
                    const std::function<void(const DocumentPair&)>& give) const;
  [[nodiscard]] std::function<bool(std::uint32_t, std::uint32_t)> pair_test(
      const std::function<std::uint32_t(std::uint32_t)>& group_of) const;
  [[nodiscard]] PairStream stream() const;
  [[nodiscard]] std::vector<std::uint32_t> judged() const;
  [[nodiscard]] std::vector<GroupCopy> judged_copies() const;
  void unfold_judged(EqualPairs equal, const std::function<void(const DocumentPair&)>& sink) const;
  /// Returns the pair with the distance of its fingerprints, if both documents have one.
  [[nodiscard]] DocumentPair pair_of(std::uint32_t first, std::uint32_t second) const;
  [[nodiscard]] std::vector<DocumentPair> unfold_copies(EqualPairs equal) const;
  [[nodiscard]] bool is_split_copy(const DocumentPair& pair) const;

  const Collection* collection_;
  PairRule rule_;
  Found found_;
  std::string plan_;
  int threads_ = 0;
  /// Groups of documents with equal signatures, and groups of exact copies that the rule cannot
  /// judge.
  std::vector<std::vector<std::uint32_t>> copies_;
  SplitCopies split_;
};

/// Finds the pairs of the collection under the rule. Throws Error.
/// REQUIRES: the collection outlives the answer, has the sketches that sketch_for(rule) asks for,
/// and has signatures of rule.sentences sentences
[[nodiscard]] DocumentPairs find_document_pairs(const Collection& collection, const PairRule& rule,
                                                int threads = 0, const PairProgress& progress = {},
                                                const PairScope& scope = {});

}  // namespace neardup
