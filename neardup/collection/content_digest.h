// Defines "the same text": equal after normalisation, by a 128-bit digest.
#pragma once

#include <string>
#include <string_view>

#include "neardup/corpus/document.h"
#include "neardup/fingerprint/recipe_steps.h"
#include "neardup/util/bits128.h"

namespace neardup::internal {

using ContentDigest = Bits128;

/// Returns the XXH3-128 of the bytes.
[[nodiscard]] ContentDigest digest_bytes(std::string_view bytes) noexcept;

/// Returns the text after NFKC and case folding, in simplified Chinese if the recipe says so, with each
/// run of white space as one space. The result points into `scratch`.
[[nodiscard]] std::string_view normal_prose(const RecipeSteps& steps, std::string_view text,
                                            std::string& scratch);

/// Returns the text as far as it matters: for prose, its normal form; for source code, for recipes that
/// reproduce an original and for recipes that normalise nothing, the bytes as they are; for given
/// features, a text that distinguishes them. The result points into the document or into `scratch`.
[[nodiscard]] std::string_view normal_text(const RecipeSteps& steps, const Document& document,
                                           std::string& scratch);

/// Returns true if the content is a normal form of the text rather than its bytes.
[[nodiscard]] bool is_prose(const RecipeSteps& steps) noexcept;

/// Returns true if documents of equal content have equal features. False where a feature depends on more of a
/// document: the language that its name implies, or white space and signs that its normal text omits.
[[nodiscard]] bool content_decides_features(const RecipeSteps& steps) noexcept;

/// Returns the digest of the normal text. `scratch` keeps its memory between calls.
[[nodiscard]] ContentDigest content_digest(const RecipeSteps& steps, const Document& document,
                                           std::string& scratch);

}  // namespace neardup::internal
