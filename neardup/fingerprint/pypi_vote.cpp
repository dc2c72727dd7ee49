#include "neardup/fingerprint/pypi_vote.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "neardup/fingerprint/feature_hash.h"
#include "neardup/fingerprint/vote.h"
#include "neardup/util/error.h"

namespace neardup::internal {

namespace {

/// Holds the weight with which a feature votes in the original, after inheritance.
struct EffectiveWeight {
  double value = 1;
  bool is_integer = true;
  bool is_collected = true;  // summed separately, with up to 199 others
};

std::optional<std::vector<EffectiveWeight>> effective_weights(std::span<const GivenFeature> features) {
  constexpr double kLargestCollected = 50;
  std::vector<EffectiveWeight> weights;
  weights.reserve(features.size());
  EffectiveWeight current;
  for (const GivenFeature& feature : features) {
    if (feature.weight_is_given) {
      const bool is_small = feature.weight_is_integer && feature.weight <= kLargestCollected;
      current = {feature.weight, feature.weight_is_integer, is_small};
    } else if (!current.is_integer) {
      return std::nullopt;
    } else {
      current.is_collected = true;  // whatever the size of the inherited weight
    }
    weights.push_back(current);
  }
  return weights;
}

/// Returns true if integers are exact: no weight is real, and the sums stay far from the end of their range.
bool all_exact(std::span<const EffectiveWeight> weights) {
  constexpr double kSafeTotal = 0x1p61;
  double total = 0;
  for (const EffectiveWeight& weight : weights) {
    if (!weight.is_integer) return false;
    total += std::abs(weight.value);
  }
  return total < kSafeTotal;
}

/// Computes exact sums, but compares them as doubles, as numpy compares an array of integers with
/// Python's count / 2.
std::uint64_t vote_integers(std::span<const std::uint64_t> hashes, std::span<const EffectiveWeight> weights) {
  std::vector<std::int64_t> positive(weights.size());
  std::int64_t total = 0;
  std::int64_t positive_total = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const auto weight = static_cast<std::int64_t>(weights[i].value);
    positive[i] = std::max<std::int64_t>(weight, 0);
    positive_total += positive[i];
    total += weight;
  }
  const std::array<std::int64_t, 64> margins = vote_margins(hashes, positive);
  std::uint64_t bits = 0;
  for (std::size_t bit = 0; bit < 64; ++bit) {
    const std::int64_t ones = (margins[bit] + positive_total) / 2;
    bits |= std::uint64_t{static_cast<double>(ones) > static_cast<double>(total) / 2} << bit;
  }
  return bits;
}

/// Computes the sums of the original: adds rows in order, some of which are batches of collected features.
class RealSums {
 public:
  void add(std::uint64_t hash, const EffectiveWeight& weight) {
    constexpr int kBatch = 200;
    total_ += weight.value;
    if (!weight.is_collected) return add_to(sums_, hash, weight.value);
    if (weight.value > 0) add_to(batch_, hash, weight.value);
    if (++collected_ == kBatch) close_batch();
  }

  void close_batch() {
    for (std::size_t bit = 0; bit < 64; ++bit) sums_[bit] += batch_[bit];
    batch_ = {};
    collected_ = 0;
  }

  [[nodiscard]] std::uint64_t over_half() const {
    std::uint64_t bits = 0;
    for (std::size_t bit = 0; bit < 64; ++bit) bits |= std::uint64_t{sums_[bit] > total_ / 2} << bit;
    return bits;
  }

 private:
  using Sums = std::array<double, 64>;

  static void add_to(Sums& sums, std::uint64_t hash, double weight) {
    for (std::size_t bit = 0; bit < 64; ++bit) sums[bit] += ((hash >> bit) & 1) != 0 ? weight : 0.0;
  }

  Sums sums_{};
  Sums batch_{};
  int collected_ = 0;
  double total_ = 0;
};

std::uint64_t vote_reals(std::span<const std::uint64_t> hashes, std::span<const EffectiveWeight> weights) {
  RealSums sums;
  for (std::size_t i = 0; i < hashes.size(); ++i) sums.add(hashes[i], weights[i]);
  sums.close_batch();
  return sums.over_half();
}

HashLists hash_tokens(std::span<const GivenFeature> features, int bits) {
  Features tokens;
  for (const GivenFeature& feature : features) tokens.append(feature.text);
  HashLists hashes;
  hash_features(FeatureHash::md5, bits, tokens, hashes);
  return hashes;
}

}  // namespace

std::optional<Fingerprint> vote_pypi(std::span<const GivenFeature> features, int bits) {
  if (!hash_supports(FeatureHash::md5, bits)) {
    throw Error(ErrorCode::invalid_argument,
                "pypi-simhash: the width must be 32, 64 or 128 bits, got " + std::to_string(bits));
  }
  const std::optional<std::vector<EffectiveWeight>> weights = effective_weights(features);
  if (!weights) return std::nullopt;
  const HashLists hashes = hash_tokens(features, bits);
  const auto vote_half = all_exact(*weights) ? vote_integers : vote_reals;
  Fingerprint fingerprint{.low = vote_half(hashes.low, *weights), .bits = bits};
  if (bits == 32) fingerprint.low &= 0xFFFFFFFF;
  if (bits == 128) fingerprint.high = vote_half(hashes.high, *weights);
  return fingerprint;
}

}  // namespace neardup::internal
