// Two documents side by side: what a recipe says about them, and every exact measure.
#pragma once

#include <optional>
#include <string_view>

#include "neardup/corpus/document.h"
#include "neardup/features/measures.h"
#include "neardup/fingerprint/fingerprinter.h"

namespace neardup {

enum class Verdict {
  identical,       // the same text after normalisation
  near_duplicate,  // within the recipe's distance
  different,
  not_judged,  // one has no fingerprint, and they are not identical
};
[[nodiscard]] std::string_view name_of(Verdict verdict) noexcept;

struct Comparison {
  std::optional<int> distance;      // when both have a fingerprint that may be compared
  Absence absence = Absence::none;  // why there is no distance
  double ratio = 0;                 // distance / length of the longer binary notation (seeds/002 section 5)
  Overlap shingles;                 // of the token shingles of similarity
  Overlap features;                 // of the weighted features of the recipe
  Verdict verdict = Verdict::different;
};

/// What `dedup` and `pairs` say by default, which go by the similarity of the texts: never not_judged,
/// because what they cannot judge is no pair unless it is identical.
[[nodiscard]] Verdict verdict_by_texts(const Recipe& recipe, const Comparison& comparison) noexcept;

[[nodiscard]] Comparison compare(const Recipe& recipe, const Document& first, const Document& second);

}  // namespace neardup
