// Hashes one feature with the function that hashes all features of a text.
#pragma once

#include <string_view>

#include "neardup/fingerprint/feature_hash.h"
#include "neardup/util/bits128.h"

namespace neardup::internal {

[[nodiscard]] inline Bits128 hash_feature(FeatureHash hash, int bits, std::string_view feature) {
  Features features;
  features.append(feature);
  HashLists lists;
  hash_features(hash, bits, features, lists);
  return {.low = lists.low[0], .high = lists.high.empty() ? 0 : lists.high[0]};
}

}  // namespace neardup::internal
