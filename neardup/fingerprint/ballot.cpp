#include "neardup/fingerprint/ballot.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "neardup/features/weights.h"
#include "neardup/fingerprint/vote.h"

namespace neardup::internal {

namespace {

/// Merges features with the same hash into one.
void collapse_equal(Ballot& ballot) {
  ballot.distinct.keep(ballot.hashes);
  ballot.is_collapsed = true;
}

void weigh_by_logarithm(Ballot& ballot) {
  ballot.integers.resize(ballot.size());
  std::ranges::transform(ballot.distinct.occurrences(), ballot.integers.begin(),
                         [](std::uint32_t count) { return std::int64_t{log_weight(count)}; });
}

/// Truncates towards zero, as the Python program of the recipe jieba-tfidf does.
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
  ballot.is_collapsed = false;
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
  if (uses_idf(steps)) weigh_as_written(steps, features, ballot);
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

}  // namespace neardup::internal
