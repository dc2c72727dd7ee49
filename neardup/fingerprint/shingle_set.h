// The shingle set of a document: what similarity is defined on, and what the sketch is made from.
//
// Similarity is about tokens of text, whatever the recipe (of source code: about tokens of source code), in
// simplified Chinese if the recipe says so. A set holds the 64-bit hash of every distinct shingle. Equal
// hashes are taken for equal shingles, which is wrong for one pair of shingles in 2^64.
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

namespace neardup {

struct Boilerplate;

/// The shingles of `steps.similarity_shingle` tokens, in order, repeats kept; features that the document
/// brings itself are taken as they are. Replaces what `features` held.
void take_similarity_shingles(const RecipeSteps& steps, const Document& document, Features& features);

/// Document to shingle set, many times: keeps its memory between documents. One object a thread.
class ShingleSetTaker {
 public:
  /// Shingles of the boilerplate are left out of every set. A document that loses any and has fewer left than
  /// the recipe needs features is too short to judge: its set is empty.
  explicit ShingleSetTaker(RecipeSteps steps, std::shared_ptr<const Boilerplate> boilerplate = {});

  /// True when the features of a fingerprint under these steps are shingles of the same tokens: then
  /// `take_from` gives what `take` would, for less.
  [[nodiscard]] static bool can_take_from_features(const RecipeSteps& steps) noexcept;
  [[nodiscard]] std::span<const std::uint64_t> take_from(const Features& features);

  /// Distinct XXH3 hashes in order of first appearance, never 0; empty when the text has no token. Valid
  /// until the next call.
  [[nodiscard]] std::span<const std::uint64_t> take(const Document& document);

 private:
  [[nodiscard]] std::span<const std::uint64_t> hash_shingles(FeatureView shingles);

  RecipeSteps steps_;
  std::shared_ptr<const Boilerplate> boilerplate_;
  Features features_;
  std::vector<std::uint32_t> last_tokens_;  // where they begin
  HashLists hashes_;
  DistinctHashes distinct_;
};

}  // namespace neardup
