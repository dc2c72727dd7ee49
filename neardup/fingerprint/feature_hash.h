// Hashes of features. XXH3 is the one to use; the others exist because an original used them, and reproduce
// it bit for bit.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "neardup/features/features.h"

namespace neardup {

enum class FeatureHash {
  xxh3,  // XXH3 of the UTF-8 bytes: 64 bits, or 128 bits from XXH3-128 (the 64 are not a part of the 128)
  md5,   // the last width/8 bytes of the digest, big-endian (PyPI simhash)
  jenkins_cb,  // lookup3 hashlittle2, c in the high half (yanyiwu/simhash)
  jenkins_bc,  // the same, b in the high half (zhongpingliang/simhash)
  python,      // the string hash of seeds/002, on code points
  java,        // the string hash of seeds/003, on UTF-16 units
  mt19937,     // seeds/004: the table word of one ASCII character, 32 bits
};

/// A hash of up to 128 bits; narrower ones leave the upper bits 0.
struct Hash128 {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const Hash128&, const Hash128&) = default;
};

/// True when the hash has that many bits to give: 32, 64 or 128.
[[nodiscard]] bool hash_supports(FeatureHash hash, int bits) noexcept;

/// REQUIRES: hash_supports(hash, bits); for mt19937 the feature is one byte below 0x80
[[nodiscard]] Hash128 hash_feature(FeatureHash hash, int bits, std::string_view feature);

/// The hashes of all features in order, dispatched once. `high` stays empty unless bits is 128.
struct HashLists {
  std::vector<std::uint64_t> low;
  std::vector<std::uint64_t> high;
};
void hash_features(FeatureHash hash, int bits, FeatureView features, HashLists& out);

}  // namespace neardup
