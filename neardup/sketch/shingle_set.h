// The shingle set of a document, which defines similarity and from which the sketch is made.
//
// Similarity compares tokens of text, whatever the recipe (for source code: tokens of source code), in
// simplified Chinese if the recipe says so. A set holds the 64-bit hash of every distinct shingle.
// Equal hashes count as equal shingles, which is wrong for one pair of shingles in 2^64.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "neardup/corpus/document.h"
#include "neardup/features/features.h"
#include "neardup/fingerprint/distinct_hashes.h"
#include "neardup/fingerprint/feature_hash.h"
#include "neardup/fingerprint/recipe_steps.h"

namespace neardup::internal {

struct Boilerplate;

/// Takes the shingles of `steps.similarity_shingle` tokens, in order, with repeats; takes features that
/// come with the document as they are. Replaces the contents of `features`.
void take_similarity_shingles(const RecipeSteps& steps, const Document& document, Features& features);

/// Computes the shingle sets of many documents; keeps its memory between them. Use one object per thread.
class ShingleSetTaker {
 public:
  /// Excludes shingles of the boilerplate from every set. A document that loses any and is left with
  /// fewer shingles than the recipe needs features is too short to judge: its set is empty.
  explicit ShingleSetTaker(RecipeSteps steps, std::shared_ptr<const Boilerplate> boilerplate = {});

  /// Returns true if the features of a fingerprint under these steps are shingles of the same tokens.
  /// Then `take_from` returns what `take` would, for less work.
  [[nodiscard]] static bool can_take_from_features(const RecipeSteps& steps) noexcept;
  [[nodiscard]] std::span<const std::uint64_t> take_from(const Features& features);

  /// Returns the distinct XXH3 hashes in order of first appearance, never 0; empty if the text has no
  /// token. Valid until the next call.
  [[nodiscard]] std::span<const std::uint64_t> take(const Document& document);

 private:
  [[nodiscard]] std::span<const std::uint64_t> hash_shingles(FeatureView shingles);

  RecipeSteps steps_;
  std::shared_ptr<const Boilerplate> boilerplate_;
  Features features_;
  std::vector<std::uint32_t> last_tokens_;  // offsets of the tokens that begin no feature
  HashLists hashes_;
  DistinctHashes distinct_;
};

}  // namespace neardup::internal
