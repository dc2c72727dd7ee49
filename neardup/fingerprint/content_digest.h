// What "the same text" means: equal after normalisation, by a 128-bit digest.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "neardup/corpus/document.h"
#include "neardup/fingerprint/recipe_steps.h"

namespace neardup {

struct ContentDigest {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend auto operator<=>(const ContentDigest&, const ContentDigest&) = default;
};

/// XXH3-128.
[[nodiscard]] ContentDigest digest_bytes(std::string_view bytes) noexcept;

/// NFKC and case folded, in simplified Chinese if the recipe says so, runs of white space being one space.
/// Lies in `scratch`.
[[nodiscard]] std::string_view normal_prose(const RecipeSteps& steps, std::string_view text,
                                            std::string& scratch);

/// The text as far as it matters: of prose its normal form; of source code, under recipes that repeat an
/// original and under those that normalise nothing, the bytes as they are; of given features a text that
/// tells them apart. Lies in the document or in `scratch`.
[[nodiscard]] std::string_view normal_text(const RecipeSteps& steps, const Document& document,
                                           std::string& scratch);

/// Whether content is a normal form of the text, and not its bytes.
[[nodiscard]] bool is_prose(const RecipeSteps& steps) noexcept;

/// Whether documents of equal content have equal features. Not so where a feature sees more of a document:
/// the language that its name tells, or white space and signs that its normal text leaves out.
[[nodiscard]] bool content_decides_features(const RecipeSteps& steps) noexcept;

/// Of the normal text. `scratch` keeps its memory between calls.
[[nodiscard]] ContentDigest content_digest(const RecipeSteps& steps, const Document& document,
                                           std::string& scratch);

}  // namespace neardup
