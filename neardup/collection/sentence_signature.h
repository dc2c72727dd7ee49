// The signature of the longest sentences: documents with the same N longest sentences are duplicates,
// whatever surrounds them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "neardup/collection/content_digest.h"
#include "neardup/corpus/document.h"
#include "neardup/fingerprint/boilerplate.h"
#include "neardup/fingerprint/recipe_steps.h"

namespace neardup::internal {

/// Signs documents: one XXH3-128 over the N longest sentences, longest first, equally long ones in text
/// order, with a newline after each. Normalises sentences as content (see normal_prose); longer means
/// more characters. Use one object per thread.
class SentenceSigner {
 public:
  /// Signs that many sentences. REQUIRES: sentences >= 1
  SentenceSigner(const RecipeSteps& steps, int sentences, std::shared_ptr<const Boilerplate> boilerplate = {})
      : steps_(steps), most_(static_cast<std::size_t>(sentences)), boilerplate_(std::move(boilerplate)) {}

  /// Returns no value if no sentence has a letter or digit. Ignores sentences of the boilerplate.
  [[nodiscard]] std::optional<ContentDigest> sign(const Document& document);

 private:
  struct Sentence {
    std::size_t characters;
    std::string text;
  };
  void consider(std::string_view sentence);

  RecipeSteps steps_;
  std::size_t most_;
  std::shared_ptr<const Boilerplate> boilerplate_;
  std::vector<Sentence> longest_;  // longest first
  std::string scratch_;
};

}  // namespace neardup::internal
