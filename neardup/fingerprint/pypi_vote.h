// The vote of the PyPI package simhash 2.1.2 (1e0ng/simhash)
// over features given by the caller, with its quirks:
// - A bit is 1 if the weight of the features that have it exceeds half of the total weight.
// - A plain token inherits the weight of the pair before it, and is rejected after a real weight.
// - A negative integer lowers the total but does not affect the bits; a negative real does both.
// - Real weights are added in list order, but integers up to 50, and tokens without weight, are
//   collected and added 200 at a time. This decides how sums are rounded, and so how near ties end.
#pragma once

#include <optional>
#include <span>

#include "neardup/corpus/document.h"
#include "neardup/fingerprint/fingerprint.h"

namespace neardup::internal {

/// Hashes every token with MD5, then votes. Returns no value where the original raises an exception:
/// for a plain token after a real weight. Throws Error unless bits is 32, 64 or 128 (at 256 the
/// original folds features into each other).
[[nodiscard]] std::optional<Fingerprint> vote_pypi(std::span<const GivenFeature> features, int bits);

}  // namespace neardup::internal
