#include "neardup/join/verify/evidence.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "neardup/collection/content_digest.h"
#include "neardup/join/verify/text_similarity.h"
#include "neardup/sketch/shingle_set.h"

namespace neardup::internal {

namespace {

std::vector<WeightedHash> weigh(const std::vector<std::uint64_t>& hashes, const std::vector<double>& weights) {
  std::vector<WeightedHash> entries(hashes.size());
  for (std::size_t i = 0; i < hashes.size(); ++i) entries[i] = {hashes[i], weights.empty() ? 1 : weights[i]};
  sum_weights(entries);
  entries.shrink_to_fit();
  return entries;
}

struct SharedFeatures {
  std::size_t features = 0;
  double product = 0;
};

SharedFeatures shared_features(const std::vector<WeightedHash>& a, const std::vector<WeightedHash>& b) {
  SharedFeatures common;
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() && right != b.end()) {
    if (left->key == right->key) {
      ++common.features;
      common.product += left->weight * right->weight;
    }
    const bool step_left = left->key <= right->key;
    const bool step_right = right->key <= left->key;
    left += step_left ? 1 : 0;
    right += step_right ? 1 : 0;
  }
  return common;
}

}  // namespace

const Features& EvidenceTaker::features_of(const Document& document) {
  if (!verification_.on_shingles) return fingerprinter_.features(document);
  take_similarity_shingles(fingerprinter_.recipe().steps(), document, shingles_);
  return shingles_;
}

/// Returns true for shingles of the boilerplate. The fingerprinter has already left out the
/// boilerplate of the recipe's features.
bool EvidenceTaker::is_boilerplate(const WeightedHash& entry) const noexcept {
  return boilerplate_ && verification_.on_shingles && boilerplate_->shingles.contains(entry.key);
}

Evidence EvidenceTaker::take(const Document& document) {
  if (compares_texts(verification_.measure))
    return {.text = std::string(normal_text(fingerprinter_.recipe().steps(), document, scratch_))};
  const Features& features = features_of(document);
  hash_features(FeatureHash::xxh3, 64, features, hashes_);
  Evidence evidence{.features = weigh(hashes_.low, features.weights)};
  std::erase_if(evidence.features, [this](const WeightedHash& entry) { return is_boilerplate(entry); });
  return evidence;
}

double measure_evidence(Measure measure, const Evidence& a, const Evidence& b, double least) {
  if (compares_texts(measure)) return measure_texts(measure, a.text, b.text, least);
  const SharedFeatures common = shared_features(a.features, b.features);
  const auto shared = static_cast<double>(common.features);
  const std::size_t smaller = std::min(a.features.size(), b.features.size());
  const std::size_t all = a.features.size() + b.features.size() - common.features;
  if (measure == Measure::jaccard) return share_of(shared, static_cast<double>(all));
  if (measure == Measure::containment) return share_of(shared, static_cast<double>(smaller));
  return share_of(common.product, std::sqrt(squared_length(a.features) * squared_length(b.features)));
}

}  // namespace neardup::internal
