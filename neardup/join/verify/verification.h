// How to verify a candidate pair: an exact measure and the value that it must reach, as in
// `--verify jaccard:0.8`.
#pragma once

#include <string>
#include <string_view>

namespace neardup {

enum class Measure {
  jaccard,      // common features / all features
  containment,  // common features / features of the smaller set
  cosine,       // cosine of the feature weight vectors
  edit,         // see edit_similarity
  lcs,          // longest common substring, see substring_similarity
};
[[nodiscard]] std::string_view name_of(Measure measure) noexcept;

struct Verification {
  Measure measure = Measure::jaccard;
  double min_similarity = 0.8;
  bool on_shingles = false;  // compares the shingles of the similarity joins, not the recipe's features
  friend bool operator==(const Verification&, const Verification&) = default;
};

/// Describes the verification, for example "jaccard at least 0.8 on the features of the recipe".
[[nodiscard]] std::string describe(const Verification& verification);

/// Parses "MEASURE:VALUE" with a value above 0 and at most 1, or "MEASURE" alone for the default
/// value. Throws Error.
[[nodiscard]] Verification parse_verification(std::string_view text);

/// Returns true for measures that compare texts, false for those that compare features.
[[nodiscard]] bool compares_texts(Measure measure) noexcept;

/// Returns the score of two texts: exact if it is at least `least`, otherwise possibly some lower
/// value. Does not normalise the texts; the caller does. REQUIRES: compares_texts(measure)
[[nodiscard]] double measure_texts(Measure measure, std::string_view a, std::string_view b, double least = 0);

}  // namespace neardup
