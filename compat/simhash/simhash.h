// Fingerprints of weighted features, and their distance, in the old C++ API.
#pragma once

#include "common.h"

namespace simhash {

class Simhash {
 public:
  typedef hash_t (*HashFunc)(const std::string&);
  typedef std::pair<hash_t, real_t> HashFeatureType;         // hash of a feature, weight
  typedef std::pair<std::string, real_t> StringFeatureType;  // feature, weight

  /// Whether at most d bits differ.
  static bool IsNearDups(hash_t lhs, hash_t rhs, uint_t d = 3);
  static uint_t GetHammingDistance(hash_t lhs, hash_t rhs);

  /// A bit is 1 when the weights of the hashes that have it outweigh the others. Weights are added in the
  /// order given; no features give 0.
  static hash_t Build(const std::vector<HashFeatureType>& features);

  /// The same with hashes made by `hasher`, for example JenkinsHash. Without a hasher: 0.
  static hash_t Build(const std::vector<StringFeatureType>& features, HashFunc hasher);

  /// 64 characters, the highest bit first.
  static void HashToBinaryString(hash_t hash, std::string& ans);

  /// Every character shifts, only '1' sets a bit; of a text that is too long the last 64 characters count.
  static hash_t BinaryStringToHash(const std::string& str);
};

}  // namespace simhash
