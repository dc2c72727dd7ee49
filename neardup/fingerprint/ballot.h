// The ballot of one document: the hashes that vote, and with which weight.
#pragma once

#include <cstdint>
#include <vector>

#include "neardup/corpus/document.h"
#include "neardup/features/features.h"
#include "neardup/fingerprint/distinct_hashes.h"
#include "neardup/fingerprint/feature_hash.h"
#include "neardup/fingerprint/fingerprint.h"
#include "neardup/fingerprint/recipe_steps.h"

namespace neardup {

struct Ballot {
  HashLists hashes;
  std::vector<std::int64_t> integers;  // weights, or empty
  std::vector<double> reals;           // weights, or empty; both empty: one vote each
  bool is_collapsed = false;           // every hash stands for all features that have it; else for one
  DistinctHashes distinct;             // knows where those are

  [[nodiscard]] std::size_t size() const noexcept { return hashes.low.size(); }
};

/// Hashes the features and weighs them as the recipe says. TF-IDF weights must already be with the features.
void fill_ballot(const RecipeSteps& steps, const Features& features, Ballot& ballot);

/// Features with weights of the caller: used as they are (times the recipe's factor, truncated, if it has
/// one).
void fill_ballot_as_given(const RecipeSteps& steps, const Features& features, Ballot& ballot);

[[nodiscard]] Fingerprint count_ballot(const RecipeSteps& steps, const Ballot& ballot);

/// For each bit from the least significant: weight of the votes for it minus weight of those against it.
[[nodiscard]] std::vector<double> margins(const RecipeSteps& steps, const Ballot& ballot);

}  // namespace neardup
