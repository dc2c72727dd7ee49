// Hashes of features. Use XXH3; the others exist because an original program uses them, and reproduce
// it bit for bit.
#pragma once

#include <cstdint>
#include <vector>

#include "neardup/features/features.h"
#include "neardup/fingerprint/recipe_steps.h"

namespace neardup::internal {

/// Returns true if the hash can produce that many bits: 32, 64 or 128.
[[nodiscard]] bool hash_supports(FeatureHash hash, int bits) noexcept;

/// Holds the hashes of all features in order. `high` stays empty unless bits is 128.
struct HashLists {
  std::vector<std::uint64_t> low;
  std::vector<std::uint64_t> high;
};
/// Hashes all features in order; dispatches on the hash only once. REQUIRES: hash_supports(hash, bits); for mt19937
/// every feature is one byte below 0x80
void hash_features(FeatureHash hash, int bits, FeatureView features, HashLists& out);

}  // namespace neardup::internal
