#include "hash.h"

#include "neardup/fingerprint/hash/jenkins.h"

namespace simhash {

hash_t JenkinsHash(const std::string& str) {
  const neardup::internal::JenkinsHash hash = neardup::internal::jenkins_hash(str);
  return (hash_t{hash.b} << 32) | hash.c;
}

}  // namespace simhash
