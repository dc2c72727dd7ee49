#include "simhash.h"

#include "neardup/fingerprint/bit_string.h"
#include "neardup/fingerprint/fingerprint.h"
#include "neardup/fingerprint/vote.h"

namespace simhash {

namespace {

template <typename Feature, typename HashOf>
hash_t build(const std::vector<Feature>& features, const HashOf& hash_of) {
  std::vector<std::uint64_t> hashes;
  std::vector<double> weights;
  for (const auto& [feature, weight] : features) {
    hashes.push_back(hash_of(feature));
    weights.push_back(weight);
  }
  return neardup::internal::vote(hashes, weights, neardup::Tie::zero);
}

}  // namespace

bool Simhash::IsNearDups(hash_t lhs, hash_t rhs, uint_t d) { return GetHammingDistance(lhs, rhs) <= d; }

uint_t Simhash::GetHammingDistance(hash_t lhs, hash_t rhs) {
  return static_cast<uint_t>(neardup::hamming_distance({.low = lhs}, {.low = rhs}));
}

hash_t Simhash::Build(const std::vector<HashFeatureType>& features) {
  return build(features, [](hash_t hash) { return hash; });
}

hash_t Simhash::Build(const std::vector<StringFeatureType>& features, HashFunc hasher) {
  return hasher == nullptr ? 0 : build(features, hasher);
}

void Simhash::HashToBinaryString(hash_t hash, std::string& ans) {
  ans = neardup::internal::to_bit_string({.low = hash});
}

hash_t Simhash::BinaryStringToHash(const std::string& str) {
  return neardup::internal::from_bit_string(str).low;
}

}  // namespace simhash
