// How a MinHash sketch is cut into bands for a wanted similarity, and what that finds.
//
// A MinHash value of two sets is equal with probability J, their Jaccard similarity; all `rows` values of a
// band with p = J^rows. Documents become candidates when at least `equal_bands` of the bands agree: one or
// two. Two need more bands but let far fewer unlike documents through, and are the better bargain from 0.6
// up.
#pragma once

namespace neardup {

struct SketchPlan {
  int bands = 16;
  int rows = 4;         // MinHash values in a band
  int equal_bands = 2;  // that make a candidate: 1 or 2

  [[nodiscard]] int hashes() const noexcept { return bands * rows; }
  friend bool operator==(const SketchPlan&, const SketchPlan&) = default;
};

/// Below this similarity bands no longer pay: the exact join is faster and misses nothing.
inline constexpr double kLeastBandedSimilarity = 0.5;

/// For pairs of at least this similarity. Throws Error unless 0.5 <= similarity <= 1.
[[nodiscard]] SketchPlan plan_sketch(double min_similarity);

/// The probability that two documents of this similarity become candidates.
[[nodiscard]] double expected_recall(const SketchPlan& plan, double similarity) noexcept;

}  // namespace neardup
