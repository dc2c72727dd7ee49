#include "neardup/sketch/sketch_plan.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "neardup/util/error.h"

namespace neardup {

namespace {

struct Anchor {
  double similarity;
  SketchPlan plan;
};

/// Measured on real collections: recall of at least 0.9955 at the threshold itself, with few
/// candidates. Highest threshold first.
constexpr std::array kAnchors = {
    Anchor{0.9, {.bands = 9, .rows = 5, .equal_bands = 2}},
    Anchor{0.8, {16, 4, 2}},
    Anchor{0.7, {19, 3, 2}},
    Anchor{0.6, {32, 3, 2}},
    Anchor{0.5, {42, 3, 1}},
};

}  // namespace

double expected_recall(const SketchPlan& plan, double similarity) noexcept {
  const double equal = std::pow(similarity, plan.rows);
  const double none = std::pow(1 - equal, plan.bands);
  if (plan.equal_bands == 1) return 1 - none;
  return 1 - none - plan.bands * equal * std::pow(1 - equal, plan.bands - 1);
}

SketchPlan plan_sketch(double min_similarity) {
  if (!(min_similarity >= kLeastBandedSimilarity && min_similarity <= 1)) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("sketch: the similarity must be from {} to 1, got {}", kLeastBandedSimilarity,
                            min_similarity));
  }
  const Anchor* anchor = kAnchors.data();
  while (anchor->similarity > min_similarity) ++anchor;
  // A threshold above the anchor's needs fewer bands for the same recall. The margin keeps rounding
  // from adding a band at the anchor itself.
  const double wanted = expected_recall(anchor->plan, anchor->similarity) - 1e-12;
  SketchPlan plan = anchor->plan;
  for (plan.bands = plan.equal_bands; expected_recall(plan, min_similarity) < wanted;) ++plan.bands;
  return plan;
}

}  // namespace neardup
