// Computes fingerprints of weighted features, and their distances, in the old C++ API
// (zhongpingliang/simhash).
#pragma once

#include "common.h"

namespace simhash {

class Simhash {
 public:
  typedef hash_t (*HashFunc)(const std::string&);
  typedef std::pair<hash_t, real_t> HashFeatureType;         // hash of a feature, weight
  typedef std::pair<std::string, real_t> StringFeatureType;  // feature, weight

  /// Returns true if at most d bits differ.
  static bool IsNearDups(hash_t lhs, hash_t rhs, uint_t d = 3);
  /// Returns the number of bits that differ.
  static uint_t GetHammingDistance(hash_t lhs, hash_t rhs);

  /// Returns the fingerprint of the features. A bit is 1 if the hashes that have it outweigh the others.
  /// Adds the weights in the order given. Returns 0 for no features.
  static hash_t Build(const std::vector<HashFeatureType>& features);

  /// Hashes the features with `hasher`, for example JenkinsHash, and returns their fingerprint as above.
  /// Returns 0 if `hasher` is null.
  static hash_t Build(const std::vector<StringFeatureType>& features, HashFunc hasher);

  /// Stores 64 binary digits in `ans`, the highest bit first.
  static void HashToBinaryString(hash_t hash, std::string& ans);

  /// Parses binary digits, the highest bit first. Every character shifts, but only '1' sets a bit; of a
  /// longer text, the last 64 characters count.
  static hash_t BinaryStringToHash(const std::string& str);
};

}  // namespace simhash
