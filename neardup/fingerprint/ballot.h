// The ballot of one document: the hashes that vote, and their weights.
#pragma once

#include <cstdint>
#include <vector>

#include "neardup/corpus/document.h"
#include "neardup/features/features.h"
#include "neardup/fingerprint/distinct_hashes.h"
#include "neardup/fingerprint/feature_hash.h"
#include "neardup/fingerprint/fingerprint.h"
#include "neardup/fingerprint/recipe_steps.h"

namespace neardup::internal {

struct Ballot {
  HashLists hashes;
  std::vector<std::int64_t> integers;  // weights, or empty
  std::vector<double> reals;           // weights, or empty; if both are empty, each hash has one vote
  bool is_collapsed = false;  // if true, a hash represents all features that have it; else one feature
  DistinctHashes distinct;    // records where those features are

  [[nodiscard]] std::size_t size() const noexcept { return hashes.low.size(); }
};

/// Hashes the features and weighs them as the recipe says. REQUIRES: TF-IDF weights are already in `features`
void fill_ballot(const RecipeSteps& steps, const Features& features, Ballot& ballot);

/// Fills the ballot from features with the caller's weights. Uses the weights unchanged, except that a
/// recipe with a factor multiplies them by it and truncates.
void fill_ballot_as_given(const RecipeSteps& steps, const Features& features, Ballot& ballot);

/// Counts the votes and returns the fingerprint.
[[nodiscard]] Fingerprint count_ballot(const RecipeSteps& steps, const Ballot& ballot);

/// Returns, for each bit from the least significant, the weight of the votes for it minus the weight of
/// those against it.
[[nodiscard]] std::vector<double> margins(const RecipeSteps& steps, const Ballot& ballot);

}  // namespace neardup::internal
