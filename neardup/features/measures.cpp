#include "neardup/features/measures.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "neardup/features/features.h"
#include "neardup/features/weighted_features.h"

namespace neardup {

using namespace internal;

namespace {

using Entry = WeightedFeature<std::string_view>;

/// Returns the distinct features in byte order, with the sums of their weights.
std::vector<Entry> to_vector(const Features& features) {
  std::vector<Entry> entries;
  entries.reserve(features.size());
  for (std::size_t i = 0; i < features.size(); ++i)
    entries.push_back({features[i], features.weights.empty() ? 1 : features.weights[i]});
  sum_weights(entries);
  return entries;
}

struct Sums {
  std::size_t common = 0;
  double product = 0;
  double squared_difference = 0;
};

/// Computes all sums in one merge over both vectors.
Sums merge(const std::vector<Entry>& a, const std::vector<Entry>& b) {
  Sums sums;
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() || right != b.end()) {
    const bool only_left = right == b.end() || (left != a.end() && left->key < right->key);
    const bool only_right = !only_left && (left == a.end() || right->key < left->key);
    const double left_weight = only_right ? 0 : left->weight;
    const double right_weight = only_left ? 0 : right->weight;
    sums.common += !only_left && !only_right ? 1 : 0;
    sums.product += left_weight * right_weight;
    sums.squared_difference += (left_weight - right_weight) * (left_weight - right_weight);
    left += only_right ? 0 : 1;
    right += only_left ? 0 : 1;
  }
  return sums;
}

}  // namespace

Overlap overlap(const Features& a, const Features& b) {
  const std::vector<Entry> left = to_vector(a);
  const std::vector<Entry> right = to_vector(b);
  const Sums sums = merge(left, right);
  Overlap result;
  result.common = sums.common;
  result.all = left.size() + right.size() - sums.common;
  const auto common = static_cast<double>(sums.common);
  result.jaccard = share_of(common, static_cast<double>(result.all));
  result.containment = share_of(common, static_cast<double>(std::min(left.size(), right.size())));
  result.cosine = share_of(sums.product, std::sqrt(squared_length(left) * squared_length(right)));
  result.euclidean = std::sqrt(sums.squared_difference);
  return result;
}

}  // namespace neardup
