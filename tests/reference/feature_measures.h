// The measures of two sets of features, from their overlap.
#pragma once

#include "neardup/collection/rule.h"
#include "neardup/features/measures.h"

namespace neardup::internal::reference {

/// REQUIRES: !compares_texts(measure)
inline double measure_features(Measure measure, const Features& a, const Features& b) {
  const Overlap shared = overlap(a, b);
  if (measure == Measure::containment) return shared.containment;
  return measure == Measure::cosine ? shared.cosine : shared.jaccard;
}

}  // namespace neardup::internal::reference
