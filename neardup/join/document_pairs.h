// All pairs of duplicate documents of a collection, by one rule: fingerprints within a distance (and, if
// wanted, an exact measure of those that are), texts of at least a similarity, or equal longest sentences.
// Where the collection has compartments, documents of one compartment only. Documents of the same content are
// pairs whatever the rule says; those that cannot be judged by it (too short for a fingerprint, or without
// any token) are paired with exact copies of themselves only.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "neardup/fingerprint/collection.h"
#include "neardup/join/join_options.h"
#include "neardup/join/near_pairs.h"
#include "neardup/join/similar_pairs.h"
#include "neardup/join/split_copies.h"
#include "neardup/join/star_search.h"
#include "neardup/join/verification.h"

namespace neardup {

struct PairRule {
  int max_distance = 3;
  std::optional<double> min_similarity = {};      // if given the text decides, and not the distance
  bool exact = false;                             // similarity by the exact join, which misses nothing
  std::optional<Verification> verification = {};  // of the pairs within the distance
  int sentences = 0;  // if not 0: equal signatures of that many longest sentences decide, and nothing else

  /// True when pairs have a similarity by which the most similar one is chosen; else it is the distance.
  [[nodiscard]] bool scores_similarity() const noexcept { return min_similarity || verification; }
};

/// "distance at most 6", "similarity at least 0.8", "distance at most 10, then edit at least 0.9 on the
/// normalised texts"
[[nodiscard]] std::string describe(const PairRule& rule);

/// What the sketches of a collection must be like for this rule; none for a distance. Throws Error.
[[nodiscard]] std::optional<SketchPlan> sketch_for(const PairRule& rule);

/// Which pairs are wanted.
struct PairScope {
  /// True: all, unless there are so many that they would not fit. Then those of dense clusters are left out,
  /// and DocumentPairs::star_search finds what linkage needs of them.
  bool bounded = false;
  std::uint64_t max_pairs = 0;  // of near fingerprints, if bounded; 0: half as many as documents, and some
};

/// Called by the calling thread with rising shares of the work.
struct PairProgress {
  std::function<void(double)> join = {};
  std::function<void(double)> check = {};  // of candidates, where texts are compared
};

struct DocumentPair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  std::optional<int> distance = {};       // of the fingerprints, if both documents have one
  std::optional<double> similarity = {};  // if the text was compared: of the rule, or its measure
};

/// True for pairs that the star has because the second document is the same as the first, as far as the rule
/// can tell: every pair of the first is then a pair of the second. Not for exact copies that the rule tells
/// apart (split_copies.h): what is like one need not be like the other. REQUIRES: a pair of the star
[[nodiscard]] bool is_copy(const Collection& collection, const PairRule& rule, const DocumentPair& pair);

class DocumentPairs {
 public:
  /// How many pairs there are at most, without unfolding them.
  [[nodiscard]] std::uint64_t count(EqualPairs equal) const;
  /// Calls the sink, on this thread, with every pair in the order (first, second); pairs of two reference
  /// documents are left out.
  void for_each(EqualPairs equal, const std::function<void(const DocumentPair&)>& give) const;

  /// False when pairs of dense clusters were left out.
  [[nodiscard]] bool is_complete() const noexcept;
  /// The pairs that were left out, for star linkage. `group_of(document)` is equal for documents that are the
  /// same to the rule. REQUIRES: !is_complete()
  [[nodiscard]] std::unique_ptr<StarSearch> star_search(
      const std::function<std::uint32_t(std::uint32_t)>& group_of, const StarSearchOptions& options) const;

  /// One line: how they were found.
  [[nodiscard]] const std::string& plan() const noexcept { return plan_; }
  [[nodiscard]] std::uint64_t candidates() const noexcept;
  /// For pairs of exactly the wanted similarity; 1 for a distance.
  [[nodiscard]] double expected_recall() const noexcept;

 private:
  friend DocumentPairs find_document_pairs(const Collection& collection, const PairRule& rule, int threads,
                                           const PairProgress& progress, const PairScope& scope);
  using Found = std::variant<std::monostate, NearPairs, SimilarPairs>;  // nothing: all are in copies_
  DocumentPairs(const Collection& collection, const PairRule& rule, Found found, std::string plan);
  void unfold_judged(EqualPairs equal, const std::function<void(const DocumentPair&)>& sink) const;
  /// With the distance of the fingerprints, if both have one.
  [[nodiscard]] DocumentPair pair_of(std::uint32_t first, std::uint32_t second) const;
  [[nodiscard]] std::vector<DocumentPair> unfold_copies(EqualPairs equal) const;
  [[nodiscard]] bool is_split_copy(const DocumentPair& pair) const;

  const Collection* collection_;
  PairRule rule_;
  Found found_;
  std::string plan_;
  /// Groups of documents with equal signatures, or of exact copies that the rule cannot judge otherwise.
  std::vector<std::vector<std::uint32_t>> copies_;
  SplitCopies split_;
};

/// REQUIRES: the collection outlives the answer and has the sketches that sketch_for says, and the signatures
/// of as many sentences as the rule says. Throws Error.
[[nodiscard]] DocumentPairs find_document_pairs(const Collection& collection, const PairRule& rule,
                                                int threads = 0, const PairProgress& progress = {},
                                                const PairScope& scope = {});

}  // namespace neardup
