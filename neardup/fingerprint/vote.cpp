// Passes unit and integer votes to the bit-sliced kernels, which do not support negative weights: a
// negative weight equals the positive one on the complemented hash. With S the weight of the ones and W
// the total weight, a margin is S - (W - S).
#include "neardup/fingerprint/vote.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <vector>

#include "neardup/simd/kernels.h"

namespace neardup::internal {

namespace {

/// Holds an equivalent ballot without negative weights.
struct PositiveBallot {
  std::vector<std::uint64_t> hashes;
  std::vector<std::int64_t> weights;
};

PositiveBallot make_positive(std::span<const std::uint64_t> hashes, std::span<const std::int64_t> weights) {
  PositiveBallot ballot{{hashes.begin(), hashes.end()}, {weights.begin(), weights.end()}};
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] >= 0) continue;
    ballot.hashes[i] = ~hashes[i];
    ballot.weights[i] = -weights[i];
  }
  return ballot;
}

/// Loops without an early exit, which compilers vectorise: a search would exit early only for rare ballots.
bool any_negative(std::span<const std::int64_t> weights) noexcept {
  std::int64_t all = 0;
  for (const std::int64_t weight : weights) all |= weight;
  return all < 0;
}

std::uint64_t decide(const simd::BitSums& sums, Tie tie) noexcept {
  std::uint64_t bits = 0;
  for (std::size_t bit = 0; bit < sums.size(); ++bit) {
    const bool one = tie == Tie::one ? sums[bit] >= 0 : sums[bit] > 0;
    bits |= std::uint64_t{one} << bit;
  }
  return bits;
}

}  // namespace

std::uint64_t vote(std::span<const std::uint64_t> hashes, Tie tie) {
  return simd::majority(hashes, tie == Tie::one);
}

std::uint64_t vote(std::span<const std::uint64_t> hashes, std::span<const std::int64_t> weights, Tie tie) {
  assert(hashes.size() == weights.size());
  if (any_negative(weights)) {
    const PositiveBallot ballot = make_positive(hashes, weights);
    return simd::weighted_majority(ballot.hashes, ballot.weights, tie == Tie::one);
  }
  return simd::weighted_majority(hashes, weights, tie == Tie::one);
}

std::uint64_t vote(std::span<const std::uint64_t> hashes, std::span<const double> weights, Tie tie) {
  assert(hashes.size() == weights.size());
  return decide(simd::sum_signed(hashes, weights), tie);
}

std::array<std::int64_t, 64> vote_margins(std::span<const std::uint64_t> hashes,
                                          std::span<const std::int64_t> weights) {
  assert(hashes.size() == weights.size());
  const PositiveBallot ballot = make_positive(hashes, weights);
  std::int64_t total = 0;
  for (const std::int64_t weight : ballot.weights) total += weight;
  std::array<std::int64_t, 64> margins;
  std::ranges::transform(simd::weigh_ones(ballot.hashes, ballot.weights), margins.begin(),
                         [total](std::uint64_t ones) { return 2 * static_cast<std::int64_t>(ones) - total; });
  return margins;
}

}  // namespace neardup::internal
