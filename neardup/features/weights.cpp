#include "neardup/features/weights.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace neardup::internal {

namespace {

constexpr int kLevels = 5;

unsigned __int128 eighth_power(std::uint64_t count) {
  unsigned __int128 power = count;
  for (int doubling = 0; doubling < 3; ++doubling) power *= power;
  return power;
}

int bit_length(unsigned __int128 value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  return static_cast<int>(high != 0 ? 64 + std::bit_width(high)
                                    : std::bit_width(static_cast<std::uint64_t>(value)));
}

}  // namespace

void count_features(Features& features) {
  std::unordered_map<std::string_view, std::size_t> numbers;
  numbers.reserve(features.size());
  std::size_t distinct = 0;
  features.weights.assign(features.size(), 0);
  for (std::size_t i = 0; i < features.size(); ++i) {
    const auto [known, is_new] = numbers.try_emplace(features[i], distinct);
    if (is_new) features.slices[distinct++] = features.slices[i];
    features.weights[known->second] += 1;
  }
  features.slices.resize(distinct);
  features.weights.resize(distinct);
}

std::uint32_t log_weight(std::uint64_t count) noexcept {
  constexpr std::uint64_t kMostCounted = 65535;  // its eighth power still fits into 128 bits
  // floor(8 log2 c) = floor(log2 c^8), and the floor of a base-2 logarithm is the bit length minus one.
  return static_cast<std::uint32_t>(8 + bit_length(eighth_power(std::min(count, kMostCounted))) - 1);
}

void weigh_by_tfidf(Features& features, const IdfTable& idf) {
  const double total = std::accumulate(features.weights.begin(), features.weights.end(), 0.0);
  for (std::size_t i = 0; i < features.size(); ++i) features.weights[i] *= idf.weight_of(features[i]) / total;
}

void weigh_in_levels(Features& features) {
  if (features.weights.empty()) return;
  const auto [low, high] = std::ranges::minmax(features.weights);
  const double range = high - low;
  for (double& weight : features.weights) {
    const double share = range > 0 ? (weight - low) / range : 0;
    weight = std::min(1 + std::floor(share * kLevels), static_cast<double>(kLevels));
  }
}

void keep_heaviest(Features& features, std::size_t top) {
  std::vector<std::uint32_t> order(features.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](std::uint32_t i) { return features.weights[i]; });
  order.resize(std::min(top, order.size()));
  std::vector<Slice> slices;
  std::vector<double> weights;
  for (const std::uint32_t i : order) {
    slices.push_back(features.slices[i]);
    weights.push_back(features.weights[i]);
  }
  features.slices = std::move(slices);
  features.weights = std::move(weights);
}

}  // namespace neardup::internal
