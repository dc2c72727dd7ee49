#include "neardup/fingerprint/ballot.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>

#include "neardup/features/weights.h"
#include "neardup/fingerprint/vote.h"

namespace neardup {

namespace {

/// Features with the same hash are one feature, so that equal ones need not be compared as text. Keeps the
/// first of each, in order, and counts occurrences: an open-addressing table of places in the kept list, half
/// empty at most, 4 bytes a slot, so that it stays in the first-level cache for ordinary documents.
void collapse_equal(Ballot& ballot) {
  std::vector<std::uint64_t>& low = ballot.hashes.low;
  std::vector<std::uint64_t>& high = ballot.hashes.high;
  const std::size_t capacity = std::bit_ceil(2 * low.size() + 1);
  const int shift = 64 - std::countr_zero(capacity);
  constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;  // spreads hashes whose top bits are poor
  ballot.slots.assign(capacity, 0);
  ballot.features.resize(low.size());
  ballot.occurrences.assign(low.size(), 0);
  std::size_t distinct = 0;
  for (std::size_t i = 0; i < low.size(); ++i) {
    std::size_t slot = (low[i] * kGoldenRatio) >> shift;
    for (;; slot = (slot + 1) & (capacity - 1)) {
      const std::uint32_t place = ballot.slots[slot];  // 0: free; otherwise one more than the place
      if (place != 0 && (low[place - 1] != low[i] || (!high.empty() && high[place - 1] != high[i]))) continue;
      if (place != 0) {
        ++ballot.occurrences[place - 1];
        break;
      }
      low[distinct] = low[i];
      if (!high.empty()) high[distinct] = high[i];
      ballot.features[distinct] = static_cast<std::uint32_t>(i);
      ballot.occurrences[distinct] = 1;
      ballot.slots[slot] = static_cast<std::uint32_t>(++distinct);
      break;
    }
  }
  low.resize(distinct);
  if (!high.empty()) high.resize(distinct);
  ballot.features.resize(distinct);
  ballot.occurrences.resize(distinct);
}

void weigh_by_logarithm(Ballot& ballot) {
  ballot.integers.resize(ballot.size());
  std::ranges::transform(ballot.occurrences, ballot.integers.begin(),
                         [](std::uint32_t count) { return std::int64_t{log_weight(count)}; });
}

/// Truncation towards zero is what the original of seeds/002 does.
void weigh_as_written(const RecipeSteps& steps, const Features& features, Ballot& ballot) {
  if (steps.weighting == Weighting::levels || steps.weight_factor != 0) {
    const double factor = steps.weight_factor == 0 ? 1 : steps.weight_factor;
    ballot.integers.resize(features.size());
    std::ranges::transform(features.weights, ballot.integers.begin(),
                           [factor](double weight) { return static_cast<std::int64_t>(weight * factor); });
  } else {
    ballot.reals = features.weights;
  }
}

void start_ballot(const RecipeSteps& steps, const Features& features, Ballot& ballot) {
  hash_features(steps.hash, steps.bits, features, ballot.hashes);
  ballot.integers.clear();
  ballot.reals.clear();
  ballot.features.clear();
}

std::uint64_t count_half(const Ballot& ballot, std::span<const std::uint64_t> hashes, Tie tie) {
  if (!ballot.integers.empty()) return vote(hashes, std::span<const std::int64_t>(ballot.integers), tie);
  if (!ballot.reals.empty()) return vote(hashes, std::span<const double>(ballot.reals), tie);
  return vote(hashes, tie);
}

void append_margins(const Ballot& ballot, std::span<const std::uint64_t> hashes, std::vector<double>& out) {
  for (int bit = 0; bit < 64; ++bit) {
    double sum = 0;
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      double weight = 1;
      if (!ballot.integers.empty()) weight = static_cast<double>(ballot.integers[i]);
      if (!ballot.reals.empty()) weight = ballot.reals[i];
      sum += ((hashes[i] >> bit) & 1) != 0 ? weight : -weight;
    }
    out.push_back(sum);
  }
}

}  // namespace

void fill_ballot(const RecipeSteps& steps, const Features& features, Ballot& ballot) {
  start_ballot(steps, features, ballot);
  if (steps.weighting == Weighting::one || steps.weighting == Weighting::log) collapse_equal(ballot);
  if (steps.weighting == Weighting::log) weigh_by_logarithm(ballot);
  if (steps.weighting == Weighting::tfidf || steps.weighting == Weighting::levels) {
    weigh_as_written(steps, features, ballot);
  }
}

void fill_ballot_as_given(const RecipeSteps& steps, const Features& features, Ballot& ballot) {
  start_ballot(steps, features, ballot);
  weigh_as_written(steps, features, ballot);
}

Fingerprint count_ballot(const RecipeSteps& steps, const Ballot& ballot) {
  Fingerprint fingerprint{.bits = steps.bits};
  fingerprint.low = count_half(ballot, ballot.hashes.low, steps.tie);
  if (steps.bits == 32) fingerprint.low &= 0xFFFFFFFF;
  if (steps.bits == 128) {
    fingerprint.high = count_half(ballot, ballot.hashes.high, steps.tie);
  }
  return fingerprint;
}

std::vector<double> margins(const RecipeSteps& steps, const Ballot& ballot) {
  std::vector<double> sums;
  append_margins(ballot, ballot.hashes.low, sums);
  if (steps.bits == 128) append_margins(ballot, ballot.hashes.high, sums);
  sums.resize(static_cast<std::size_t>(steps.bits));
  return sums;
}

}  // namespace neardup
