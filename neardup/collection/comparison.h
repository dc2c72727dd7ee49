// Compares two documents: what a recipe says about them, and every exact measure.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "neardup/corpus/document.h"
#include "neardup/features/measures.h"
#include "neardup/fingerprint/fingerprinter.h"

namespace neardup {

namespace internal {
struct Boilerplate;
}

enum class Verdict {
  identical,       // same text after normalisation
  near_duplicate,  // within the recipe's distance
  different,
  not_judged,  // one has no fingerprint, and they are not identical
};
[[nodiscard]] std::string_view name_of(Verdict verdict) noexcept;

struct Comparison {
  std::optional<int> distance;      // if both have a comparable fingerprint
  Absence absence = Absence::none;  // why there is no distance
  double distance_per_length = 0;   // distance / length of the longer binary notation, "0b" included
  Overlap shingles;                 // of the token shingles used for similarity
  Overlap features;                 // of the weighted features of the recipe
  Verdict verdict = Verdict::different;
};

/// Returns the verdict that `dedup` and `pairs` reach by default, which is based on the similarity of the
/// texts. Never returns not_judged: documents that cannot be judged are not a pair unless they are identical.
[[nodiscard]] Verdict verdict_by_texts(const Recipe& recipe, const Comparison& comparison) noexcept;

/// Compares the documents under the recipe. Throws Error.
[[nodiscard]] Comparison compare(const Recipe& recipe, const Document& first, const Document& second);

namespace internal {

/// Does the same, and ignores the features and shingles of the boilerplate, as a collection does. Documents of
/// the same content are identical all the same. A null pointer ignores nothing. Throws Error.
[[nodiscard]] Comparison compare_without(const std::shared_ptr<const Boilerplate>& boilerplate,
                                         const Recipe& recipe, const Document& first, const Document& second);

}  // namespace internal

}  // namespace neardup
