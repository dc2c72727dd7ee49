// The second opinion on a candidate pair: an exact measure and the value that it must reach, as in
// `--verify jaccard:0.8`.
#pragma once

#include <string>
#include <string_view>

#include "neardup/features/features.h"

namespace neardup {

enum class Measure {
  jaccard,      // common features / all features
  containment,  // common features / features of the smaller set
  cosine,       // of the weights of the features
  edit,         // see edit_similarity
  lcs,          // longest common substring, see substring_similarity
};
[[nodiscard]] std::string_view name_of(Measure measure) noexcept;

struct Verification {
  Measure measure = Measure::jaccard;
  double min_similarity = 0.8;
  bool on_shingles = false;  // features are the shingles of similarity instead of those of the recipe
  friend bool operator==(const Verification&, const Verification&) = default;
};

/// "jaccard at least 0.8 on the features of the recipe"
[[nodiscard]] std::string describe(const Verification& verification);

/// "MEASURE:VALUE", the value above 0 and at most 1; "MEASURE" alone means the default value. Throws Error.
[[nodiscard]] Verification parse_verification(std::string_view text);

/// True for the measures that compare texts, false for those that compare features.
[[nodiscard]] bool compares_texts(Measure measure) noexcept;

/// REQUIRES: !compares_texts(measure)
[[nodiscard]] double measure_features(Measure measure, const Features& a, const Features& b);

/// Of texts as they are: normalise them first. Exact when it is at least `least`, else some lower value.
/// REQUIRES: compares_texts(measure)
[[nodiscard]] double measure_texts(Measure measure, std::string_view a, std::string_view b, double least = 0);

}  // namespace neardup
