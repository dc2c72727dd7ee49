// The vote of the PyPI package simhash 2.1.2 (1e0ng/simhash) over features given by the caller, with its
// quirks:
//  - a bit is 1 when the weight of the features that have it exceeds half of the total weight;
//  - a plain token takes over the weight of the pair before it, and is refused after a real weight;
//  - a negative integer lowers the total but takes no part in the bits; a negative real does both;
//  - real weights are added in list order, but integers up to 50, and tokens without weight, are collected
//  and
//    added 200 at a time: that decides how sums are rounded, and so near ties.
#pragma once

#include <optional>
#include <span>

#include "neardup/corpus/document.h"
#include "neardup/fingerprint/fingerprint.h"

namespace neardup {

/// MD5 of every token, then the vote. Empty where the original raises: a plain token after a real weight.
/// Throws Error unless bits is 32, 64 or 128 (the original folds features into each other at 256).
[[nodiscard]] std::optional<Fingerprint> vote_pypi(std::span<const GivenFeature> features, int bits);

}  // namespace neardup
