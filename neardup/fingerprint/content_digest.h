// What "the same text" means: equal after normalisation, by a 128-bit digest.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "neardup/corpus/document.h"
#include "neardup/fingerprint/recipe_steps.h"

namespace neardup {

struct ContentDigest {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend auto operator<=>(const ContentDigest&, const ContentDigest&) = default;
};

/// Prose is the same when its NFKC case-folded form is, runs of white space being one space. Source code, and
/// the texts of recipes that repeat an original, are the same when their bytes are; so are given features.
/// `scratch` keeps its memory between calls.
[[nodiscard]] ContentDigest content_digest(const RecipeSteps& steps, const Document& document,
                                           std::string& scratch);

}  // namespace neardup
