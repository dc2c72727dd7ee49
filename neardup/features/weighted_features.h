// Features as sparse vectors, for measures such as the cosine: distinct keys in ascending order, each with the
// sum of its weights.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace neardup::internal {

template <typename Key>
struct WeightedFeature {
  Key key = {};
  double weight = 0;  // sum over all occurrences
};

/// Sorts the features by key and merges equal ones. Stable, so that the weights of a feature are added in the
/// order of the text.
template <typename Key>
void sum_weights(std::vector<WeightedFeature<Key>>& features) {
  std::ranges::stable_sort(features, {}, &WeightedFeature<Key>::key);
  std::size_t distinct = 0;
  for (const WeightedFeature<Key>& feature : features) {
    if (distinct > 0 && features[distinct - 1].key == feature.key) {
      features[distinct - 1].weight += feature.weight;
    } else {
      features[distinct++] = feature;
    }
  }
  features.resize(distinct);
}

template <typename Key>
[[nodiscard]] double squared_length(const std::vector<WeightedFeature<Key>>& features) {
  double sum = 0;
  for (const WeightedFeature<Key>& feature : features) sum += feature.weight * feature.weight;
  return sum;
}

/// Returns part / whole, and 0 of nothing.
[[nodiscard]] inline double share_of(double part, double whole) { return whole > 0 ? part / whole : 0; }

}  // namespace neardup::internal
