// The signature of the longest sentences (seeds/001): documents with the same N longest sentences are
// duplicates, whatever stands around them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "neardup/corpus/document.h"
#include "neardup/fingerprint/boilerplate.h"
#include "neardup/fingerprint/content_digest.h"
#include "neardup/fingerprint/recipe_steps.h"

namespace neardup {

/// Sentences are normalised as content is (see normal_prose); longer means more characters. One XXH3-128 over
/// the N longest, the longest first, of equally long ones the first in the text first, a newline behind each.
/// One object a thread.
class SentenceSigner {
 public:
  /// REQUIRES: sentences >= 1
  SentenceSigner(const RecipeSteps& steps, int sentences, std::shared_ptr<const Boilerplate> boilerplate = {})
      : steps_(steps), most_(static_cast<std::size_t>(sentences)), boilerplate_(std::move(boilerplate)) {}

  /// None when no sentence has a letter or digit. Sentences of the boilerplate do not count.
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
  std::vector<Sentence> longest_;  // the longest first
  std::string scratch_;
};

}  // namespace neardup
