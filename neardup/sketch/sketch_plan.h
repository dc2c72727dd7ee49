// Chooses how to split a MinHash sketch into bands for a given similarity, and predicts what the bands find.
//
// A MinHash value of two sets is equal with probability J, their Jaccard similarity; all `rows` values
// of a band are equal with p = J^rows. Documents become candidates if at least `equal_bands` bands
// agree: one or two. Two need more bands but let far fewer dissimilar documents through, and are the
// better trade-off from 0.6 up.
#pragma once

namespace neardup {

struct SketchPlan {
  int bands = 16;
  int rows = 4;         // MinHash values per band
  int equal_bands = 2;  // equal bands that make a candidate: 1 or 2

  [[nodiscard]] int hashes() const noexcept { return bands * rows; }
  friend bool operator==(const SketchPlan&, const SketchPlan&) = default;
};

/// Below this similarity bands no longer pay off: the exact join is faster and misses nothing.
inline constexpr double kLeastBandedSimilarity = 0.5;

/// Returns a plan that finds pairs of at least this similarity. Throws Error unless 0.5 <= similarity <= 1.
[[nodiscard]] SketchPlan plan_sketch(double min_similarity);

/// Returns the probability that two documents of this similarity become candidates.
[[nodiscard]] double expected_recall(const SketchPlan& plan, double similarity) noexcept;

}  // namespace neardup
