// Hashes of features. Use XXH3; the others exist because an original program uses them, and reproduce
// it bit for bit.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "neardup/features/features.h"

namespace neardup {

enum class FeatureHash {
  // XXH3 of the UTF-8 bytes: 64 bits, or 128 bits from XXH3-128 (the 64 are not a part of the 128).
  xxh3,
  // The last width/8 bytes of the digest, big-endian (PyPI simhash).
  md5,
  // lookup3 hashlittle2, c in the high half (yanyiwu/simhash).
  jenkins_cb,
  // lookup3 hashlittle2, b in the high half (zhongpingliang/simhash).
  jenkins_bc,
  // The string hash of the Python program, over code points (recipe jieba-tfidf).
  python,
  // The string hash of the Java program, over UTF-16 units (recipe java-tokens).
  java,
  // The table entry of one ASCII character, 32 bits (recipe ascii-mt19937).
  mt19937,
};

/// Holds a hash of up to 128 bits; narrower hashes leave the upper bits 0.
struct Hash128 {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const Hash128&, const Hash128&) = default;
};

/// Returns true if the hash can produce that many bits: 32, 64 or 128.
[[nodiscard]] bool hash_supports(FeatureHash hash, int bits) noexcept;

/// Hashes one feature. REQUIRES: hash_supports(hash, bits); for mt19937 the feature is one byte below 0x80
[[nodiscard]] Hash128 hash_feature(FeatureHash hash, int bits, std::string_view feature);

/// Holds the hashes of all features in order. `high` stays empty unless bits is 128.
struct HashLists {
  std::vector<std::uint64_t> low;
  std::vector<std::uint64_t> high;
};
/// Hashes all features in order; dispatches on the hash only once.
void hash_features(FeatureHash hash, int bits, FeatureView features, HashLists& out);

}  // namespace neardup
