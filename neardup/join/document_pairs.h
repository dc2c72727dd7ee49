// All pairs of duplicate documents of a collection, by one of two rules: fingerprints within a distance, or
// texts of at least a similarity. Documents that cannot be judged by the rule (too short for a fingerprint,
// or without any token) are paired with exact copies of themselves only.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "neardup/fingerprint/collection.h"
#include "neardup/join/join_options.h"
#include "neardup/join/near_pairs.h"
#include "neardup/join/similar_pairs.h"

namespace neardup {

struct PairRule {
  int max_distance = 3;
  std::optional<double> min_similarity = {};  // if given the text decides, and not the distance
  bool exact = false;                         // similarity by the exact join, which misses nothing
};

/// What the sketches of a collection must be like for this rule; none for a distance. Throws Error.
[[nodiscard]] std::optional<SketchPlan> sketch_for(const PairRule& rule);

struct DocumentPair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  std::optional<int> distance = {};       // of the fingerprints, if both documents have one
  std::optional<double> similarity = {};  // if the text was compared
};

class DocumentPairs {
 public:
  /// How many pairs there are at most, without unfolding them.
  [[nodiscard]] std::uint64_t count(EqualPairs equal) const;
  /// Calls the sink, on this thread, with every pair in the order (first, second); pairs of two reference
  /// documents are left out.
  void for_each(EqualPairs equal, const std::function<void(const DocumentPair&)>& give) const;

  /// One line: how they were found.
  [[nodiscard]] std::string plan() const;
  [[nodiscard]] std::uint64_t candidates() const;
  /// For pairs of exactly the wanted similarity; 1 for a distance.
  [[nodiscard]] double expected_recall() const noexcept;

 private:
  friend DocumentPairs find_document_pairs(const Collection& collection, const PairRule& rule, int threads);
  using Found = std::variant<NearPairs, SimilarPairs>;
  DocumentPairs(const Collection& collection, PairRule rule, Found found);
  void unfold_judged(EqualPairs equal, const std::function<void(const DocumentPair&)>& sink) const;
  [[nodiscard]] std::vector<DocumentPair> unfold_copies(EqualPairs equal) const;

  const Collection* collection_;
  PairRule rule_;
  Found found_;
  std::vector<std::vector<std::uint32_t>> copies_;  // groups of exact copies that the rule cannot judge
};

/// REQUIRES: the collection outlives the answer and has the sketches that sketch_for says. Throws Error.
[[nodiscard]] DocumentPairs find_document_pairs(const Collection& collection, const PairRule& rule,
                                                int threads = 0);

}  // namespace neardup
