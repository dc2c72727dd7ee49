// Similarity of two texts character by character: a second measure for short texts, which have too
// few shingles for a meaningful comparison. A character is a code point. These measures are slow;
// use them on candidates that a faster method has found.
#pragma once

#include <string_view>

#include "neardup/collection/rule.h"

namespace neardup::internal {

/// Returns 1 - (Levenshtein distance) / (characters of the longer text); 1 for two empty texts.
/// Exact if it is at least `least`; otherwise the result may be any lower value, which is faster to
/// compute.
[[nodiscard]] double edit_similarity(std::string_view a, std::string_view b, double least = 0);

/// Returns (characters of the longest common substring) / (characters of the longer text); 1 for
/// two empty texts.
[[nodiscard]] double substring_similarity(std::string_view a, std::string_view b);

/// Returns the score of two texts: exact if it is at least `least`, otherwise possibly some lower
/// value. Does not normalise the texts; the caller does. REQUIRES: compares_texts(measure)
[[nodiscard]] double measure_texts(Measure measure, std::string_view a, std::string_view b, double least = 0);

}  // namespace neardup::internal
